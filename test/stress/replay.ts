import { inParallel } from './landscape.ts'
import { nameOf, QUICK_SWEEP_MS, type Scenario } from './scenario.ts'
import { Stage } from './stage.ts'

/** After the answer was lost. */
const REPLAYS = 3
/** Of one of so many claims another call is under way before that. */
const EARLY_OF = 2

/**
 * The answer to every claim is lost after it was carried out, and the claim asked for three times more, in other processes: of
 * every other one it is asked for while the first is still under way, too.
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
    const unheard = stage.claimUnheard(key, tenant, 'own')
    await Promise.all([unheard, ...(n % EARLY_OF === 0 ? [again()] : [])])
    for (let more = 0; more < REPLAYS; more++) await again()
  })
  const accounts = new Set(stage.acknowledged.map(({ account }) => account)).size
  const rows = (await stage.claims()).length
  Object.assign(stage.extra, { keys: claims, replays: REPLAYS, accounts, rows })
  if (accounts !== tenants || rows !== claims)
    stage.violated('extra accounts', `${accounts} of ${tenants} tenants, ${rows} claims for ${claims} keys`)
  return stage.close()
}
