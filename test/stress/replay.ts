import { inParallel } from './landscape.ts'
import { nameOf, QUICK_SWEEP_MS, type Scenario } from './scenario.ts'
import { Stage } from './stage.ts'

/** Number of retries after the response was lost. */
const REPLAYS = 3
/** Share of the claims with a concurrent request, as a divisor. */
const EARLY_OF = 2

/**
 * The response to every claim is lost after it was executed, and the client retries three times in other processes;
 * every other claim also has a concurrent request.
 */
export const replay: Scenario = async (servers, { claims, tenants, processes, seed, inFlight, harm }) => {
  const stage = await Stage.open(servers, {
    scenario: nameOf('replay', harm),
    seed,
    processes,
    own: Math.ceil(tenants * 1.05) + 5,
    shared: 0,
    faults: harm,
    sweepMs: harm > 0 ? QUICK_SWEEP_MS : null,
    floors: { replayed: claims, kept: REPLAYS * claims + Math.ceil(claims / EARLY_OF), 'one account': tenants },
  })
  const keys = Array.from({ length: claims }, (_, n) => n)
  await inParallel(keys, inFlight, async n => {
    const [key, tenant] = [`key-${n}`, `tenant-${n % tenants}`]
    const again = () => stage.claim(key, tenant, 'own')
    const lost = stage.claimWithoutResponse(key, tenant, 'own')
    await Promise.all([lost, ...(n % EARLY_OF === 0 ? [again()] : [])])
    for (let more = 0; more < REPLAYS; more++) await again()
  })
  const accounts = new Set(stage.acknowledged.map(({ account }) => account)).size
  const rows = (await stage.claims()).length
  Object.assign(stage.extra, { keys: claims, replays: REPLAYS, accounts, rows })
  if (accounts !== tenants || rows !== claims)
    stage.violated('extra accounts', `${accounts} of ${tenants} tenants, ${rows} claims for ${claims} keys`)
  return stage.close()
}
