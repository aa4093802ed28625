import { setTimeout as sleep } from 'node:timers/promises'
import { SWEEP_MS } from '#lib/runtime/start-claims.ts'
import { CRASH_POINTS, type CrashPoint } from '#lib/services/claims/claim-context.ts'
import { LEASE_MS } from '#lib/store/claims/leases.ts'
import type { Worker } from './crew.ts'
import { inParallel, type Servers } from './landscape.ts'
import { POOL_LABELS } from './pools.ts'
import { type Report, withViolation } from './report.ts'
import { Stage } from './stage.ts'
import { killsAtWrites } from './write-kills.ts'

/** Processes that work at their death at once; those who wait for the lease of another one to end cost nothing. */
const AT_WORK = 4
const AT_WAIT = 16
/** Accounts a victim takes, each for a tenant of its own. */
const OWN = 3
/** A victim that does not come to its point is another one's turn. */
const MOST_TRIES = 12
/** Kills at each point on one landscape; every process reads all accounts of it. */
const MOST_EACH = 10
const DEATH_MS = 20_000

/** Points of whoever goes on with what a dead process left. */
const OF_SUCCESSORS: readonly CrashPoint[] = ['after-take-over', 'after-epoch-write', 'after-resolution']

/** Points of whoever gives an account back. */
const OF_RELEASES: readonly CrashPoint[] = [
  'after-give-back',
  'after-account-fence',
  'after-dirty-write',
  'after-release',
]

/**
 * At least so many processes die by kill −9: half of them while several claims are under way, as many at each crash point, the
 * others before and after each write. What they left is put right, and their clients get their accounts. One report for each
 * landscape it takes.
 */
export async function kills(servers: Servers, count: number, processes: number, seed: number): Promise<Report[]> {
  const reports: Report[] = []
  const half = count / 2
  for (let left = Math.ceil(half / CRASH_POINTS.length); left > 0; left -= MOST_EACH)
    reports.push(await killEach(servers, Math.min(left, MOST_EACH), processes, seed + reports.length))
  reports.push(...(await killsAtWrites(servers, half, processes, seed)))
  const died = reports.reduce((sum, report) => sum + report.kills, 0)
  const last = reports.pop()
  if (!last) return []
  return [...reports, died < count ? withViolation(last, 'too few kills', `${died} of ${count} altogether`) : last]
}

async function killEach(servers: Servers, each: number, processes: number, seed: number): Promise<Report> {
  const own = each * CRASH_POINTS.length * OWN + 20
  const population = { own, shared: 4 }
  // What is left has to be settled at the pace of the console, not faster.
  const stage = await Stage.open(servers, { scenario: 'kills', seed, processes, ...population, sweepMs: SWEEP_MS })
  const ward = new Ward(stage)
  const turns = (points: readonly CrashPoint[]) => Array.from({ length: each }, () => points).flat()
  const others = CRASH_POINTS.filter(point => !OF_SUCCESSORS.includes(point))
  await Promise.all([
    inParallel(turns(others), AT_WORK, point => ward.until(() => ward.dieAt(point))),
    inParallel(turns(OF_SUCCESSORS), AT_WAIT, point => ward.until(() => ward.dieAsSuccessor(point))),
  ])
  await Promise.all(ward.clients)
  for (const point of CRASH_POINTS) {
    const times = stage.killedAt(point)
    if (times < each) stage.violated('too few kills', `${times} of ${each} ${point}`)
  }
  return stage.close()
}

/** Processes that die, and their clients, who go on asking. */
class Ward {
  readonly clients: Promise<unknown>[] = []
  readonly #stage: Stage
  #next = 0

  constructor(stage: Stage) {
    this.#stage = stage
  }

  /** Sends one victim after the other, until one came to its point. */
  async until(happens: () => Promise<boolean>): Promise<void> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      if (await happens()) return
      // There are accounts for one victim: the next one needs as many.
      const names = Array.from({ length: OWN }, (_, n) => `own-more-${this.#next++}-${n}`)
      await this.#stage.landscape.addAccounts(names, POOL_LABELS.own)
    }
  }

  /** Of a process that claims and gives back. Out: whether it came to the point. */
  async dieAt(point: CrashPoint): Promise<boolean> {
    const victim = await this.#victim(point)
    const isKept = !OF_RELEASES.includes(point)
    for (const { key, tenant } of this.#newClaims()) this.#follow(key, tenant, 'own', victim, isKept)
    this.#follow(`shared-${this.#next++}`, 'tenant-shared', 'shared', victim, isKept)
    return this.#hasDied(victim, point)
  }

  /** Of a process that goes on with what another one left, as soon as the lease of that one is over. */
  async dieAsSuccessor(point: CrashPoint): Promise<boolean> {
    const claims = this.#newClaims()
    const dead = await this.#victim('after-intent')
    for (const { key, tenant } of claims) void dead.run({ kind: 'claim', key, tenant, pool: 'own' })
    const isLeft = await this.#hasDied(dead, 'after-intent')
    await sleep(LEASE_MS - 4_000)
    const victim = await this.#victim(point, 1)
    const end = performance.now() + DEATH_MS
    while (isLeft && !victim.isGone && performance.now() < end) await victim.run({ kind: 'sweep' })
    const hasDied = await this.#hasDied(victim, point, 0)
    // Their clients come when it is over: they would go on with the claims themselves.
    for (const { key, tenant } of claims) this.#follow(key, tenant, 'own', null, true)
    return hasDied
  }

  #victim(point: CrashPoint, times = 1 + Math.floor(this.#stage.random() * OWN)): Promise<Worker> {
    return this.#stage.addWorker({ point, times })
  }

  #newClaims(): readonly { readonly key: string; readonly tenant: string }[] {
    const number = this.#next++
    return Array.from({ length: OWN }, (_, n) => ({ key: `key-${number}-${n}`, tenant: `tenant-${number}-${n}` }))
  }

  /** A client who keeps the account, or gives it back through the same process. */
  #follow(key: string, tenant: string, pool: 'own' | 'shared', victim: Worker | null, isKept: boolean): void {
    const stage = this.#stage
    this.clients.push(
      stage
        .claim(key, tenant, pool, victim)
        .then(claim => (claim === null || isKept ? null : stage.release(claim, victim))),
    )
  }

  async #hasDied(victim: Worker, point: CrashPoint, withinMs = DEATH_MS): Promise<boolean> {
    const hasDied = await victim.diesWithin(withinMs)
    if (hasDied) this.#stage.died(point)
    return hasDied
  }
}
