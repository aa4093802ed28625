import { inParallel } from './landscape.ts'
import { nameOf, QUICK_SWEEP_MS, type Scenario } from './scenario.ts'
import { Stage } from './stage.ts'

/** One cluster is left below the limit, and many claims arrive simultaneously. */
export const limit: Scenario = async (servers, { claims, processes, seed, harm }) => {
  const most = Math.max(5, Math.min(180, Math.round(claims / 50)))
  const crowd = Math.max(20, Math.min(500, Math.round(claims / 20)))
  const accounts = Math.ceil((most - 1 + crowd) / most)
  const full = Math.floor((most - 1 + crowd) / most)
  const stage = await Stage.open(servers, {
    scenario: nameOf('limit', harm),
    seed,
    processes,
    own: accounts + 2,
    shared: 0,
    allowed: ['tenant-0'],
    limit: most,
    faults: harm,
    sweepMs: harm > 0 ? QUICK_SWEEP_MS : null,
    floors: { full, kept: most - 1 + crowd, owner: most },
  })
  const some = (count: number, name: string) => Array.from({ length: count }, (_, n) => `${name}-${n}`)
  await inParallel(some(most - 1, 'early'), 20, async key => void (await stage.claim(key, 'tenant-0', 'own')))
  await Promise.all(some(crowd, 'crowd').map(key => stage.claim(key, 'tenant-0', 'own')))
  stage.expectAtOnce(crowd)
  const used = new Set(stage.acknowledged.map(({ account }) => account)).size
  Object.assign(stage.extra, { limit: most, crowd, accounts: used })
  // The most populated account is filled first, so that no more accounts are used than needed.
  if (used !== accounts) stage.violated('too many accounts', String(used))
  return stage.close()
}
