import type { CrashPoint } from '#lib/services/claims/claim-context.ts'
import { inParallel } from './landscape.ts'
import { QUICK_SWEEP_MS, type Scenario } from './scenario.ts'
import { Stage } from './stage.ts'

/** Crash points of claims. */
const POINTS_OF_CLAIMS: readonly CrashPoint[] = ['after-intent', 'after-write', 'after-confirm']
/** A victim that finds the pool empty does not reach its point. */
const MOST_VICTIMS = 5
/** A response may arrive before the exit of the process is noticed. */
const DEATH_MS = 5_000

/** A small amount of everything on one landscape, for every run of the tests. */
export const mixed: Scenario = async (servers, { claims, tenants, processes, seed, kills: count }) => {
  const stage = await Stage.open(servers, {
    scenario: 'mixed',
    seed,
    processes,
    own: tenants + 4 * count + 5,
    shared: 3,
    faults: 0.1,
    sweepMs: QUICK_SWEEP_MS,
  })
  const die = Array.from({ length: count }, async (_, n) => {
    const point = POINTS_OF_CLAIMS[n % POINTS_OF_CLAIMS.length] ?? 'after-intent'
    for (let tries = 0; tries < MOST_VICTIMS; tries++) {
      const victim = await stage.addWorker({ point, times: 1 })
      const names = [0, 1, 2].map(each => `dying-${n}-${tries}-${each}`)
      await Promise.all(names.map(name => stage.tryClaim(name, name, 'own', victim)))
      if (await victim.diesWithin(DEATH_MS)) return stage.died(point)
    }
    stage.violated('too few kills', `no process died ${point}`)
  })
  const jobs = Array.from({ length: claims }, (_, n) => n)
  await inParallel(jobs, 40, async n => {
    const tenant = `tenant-${n % tenants}`
    const claim = await stage.tryClaim(`key-${n}`, tenant, n % 5 === 0 ? 'shared' : 'own')
    if (n % 4 === 0) await stage.tryClaim(`key-${n}`, tenant, n % 5 === 0 ? 'shared' : 'own')
    if (claim === null || n % 3 > 0) return
    if (claim.pool === 'own') await stage.run({ kind: 'mark-dirty', binding: claim.binding })
    await stage.release(claim)
    if (claim.pool === 'own') await stage.run({ kind: 'confirm-clean', binding: claim.binding })
  })
  await Promise.all(die)
  // Accounts that a fault kept from being cleaned are missing.
  stage.expectServed(0.5)
  return stage.close()
}
