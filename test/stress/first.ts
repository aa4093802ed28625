import { inParallel } from './landscape.ts'
import { nameOf, QUICK_SWEEP_MS, type Scenario } from './scenario.ts'
import { Stage } from './stage.ts'

/** Pools of the first claims of a tenant, in turn: all in one pool, or in several at the same time. */
const FIRST_POOLS = [['own'], ['eu'], ['gcp'], ['own', 'eu', 'own', 'gcp']] as const

/**
 * All first claims of each tenant simultaneously, for many tenants: one account per tenant and pool, one tenant per
 * account.
 */
export const first: Scenario = async (servers, { claims, tenants, processes, seed, inFlight, harm }) => {
  const own = Math.ceil(tenants * 1.05)
  const pools = [...new Set(FIRST_POOLS.flat())]
  const squatted = Math.max(2, Math.round(tenants * 0.03))
  const each = Math.max(1, Math.round(claims / tenants))
  const floors = {
    'one account': tenants,
    selection: tenants,
    foreign: tenants,
    kept: tenants * each,
    ended: tenants * each,
    ...(each > 1 && { owner: tenants }),
  }
  const population = { own, squatted, shared: 0, pools }
  const harmed = { faults: harm, sweepMs: harm > 0 ? QUICK_SWEEP_MS : null }
  const scenario = nameOf('first', harm)
  const stage = await Stage.open(servers, { scenario, seed, processes, ...population, ...harmed, floors })
  const all = shuffled(
    Array.from({ length: tenants }, (_, n) => n),
    stage.random,
  )
  await inParallel(all, Math.ceil(inFlight / each), async n => {
    const wanted = FIRST_POOLS[n % FIRST_POOLS.length] ?? ['own']
    const claim = (turn: number) =>
      stage.claim(`key-${n}-${turn}`, `tenant-${n}`, wanted[turn % wanted.length] ?? 'own')
    await Promise.all(Array.from({ length: each }, (_, turn) => claim(turn)))
  })
  stage.expectAtOnce(Math.min(inFlight, tenants * each))
  Object.assign(stage.extra, { inFlight, atOncePerTenant: each, squatted: squatted * pools.length })
  return stage.close()
}

function shuffled<Item>(items: readonly Item[], random: () => number): Item[] {
  return items
    .map(item => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
