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

/** Simultaneous processes that work until they die; those that wait for the lease of another one cost nothing. */
const AT_WORK = 4
const AT_WAIT = 16
/** Accounts that a victim claims, each for its own tenant. */
const OWN = 3
/** Number of victims until one reaches its point. */
const MOST_TRIES = 12
/** Kills at each point on one landscape; every process reads all its accounts. */
const MOST_EACH = 10
const DEATH_MS = 20_000

/** Points of processes that recover the claims of a killed one. */
const OF_SUCCESSORS: readonly CrashPoint[] = ['after-take-over', 'after-epoch-write', 'after-resolution']

/** Points of releases. */
const OF_RELEASES: readonly CrashPoint[] = [
  'after-give-back',
  'after-account-fence',
  'after-dirty-write',
  'after-release',
]

/**
 * Kills at least this many processes by SIGKILL: half of them during several claims, equally at each crash point, the
 * others before and after each write. Their claims are recovered, and their clients get accounts. Returns one report
 * for each landscape.
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
  // The sweep interval of the console, as its recovery time is measured.
  const stage = await Stage.open(servers, { scenario: 'kills', seed, processes, ...population, sweepMs: SWEEP_MS })
  const victims = new Victims(stage)
  const turns = (points: readonly CrashPoint[]) => Array.from({ length: each }, () => points).flat()
  const others = CRASH_POINTS.filter(point => !OF_SUCCESSORS.includes(point))
  await Promise.all([
    inParallel(turns(others), AT_WORK, point => victims.until(() => victims.dieAt(point))),
    inParallel(turns(OF_SUCCESSORS), AT_WAIT, point => victims.until(() => victims.dieAsSuccessor(point))),
  ])
  await Promise.all(victims.clients)
  for (const point of CRASH_POINTS) {
    const times = stage.killedAt(point)
    if (times < each) stage.violated('too few kills', `${times} of ${each} ${point}`)
  }
  return stage.close()
}

/** Starts processes that die at crash points, and clients that retry on other processes. */
class Victims {
  readonly clients: Promise<unknown>[] = []
  readonly #stage: Stage
  #next = 0

  constructor(stage: Stage) {
    this.#stage = stage
  }

  /** Starts one victim after the other until one reaches its point. */
  async until(happens: () => Promise<boolean>): Promise<void> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      if (await happens()) return
      // Each victim needs its own accounts.
      const names = Array.from({ length: OWN }, (_, n) => `own-more-${this.#next++}-${n}`)
      await this.#stage.landscape.addAccounts(names, POOL_LABELS.own)
    }
  }

  /** Kills a process that claims and releases; returns whether it reached the point. */
  async dieAt(point: CrashPoint): Promise<boolean> {
    const victim = await this.#victim(point)
    const isKept = !OF_RELEASES.includes(point)
    for (const { key, tenant } of this.#newClaims()) this.#follow(key, tenant, 'own', victim, isKept)
    this.#follow(`shared-${this.#next++}`, 'tenant-shared', 'shared', victim, isKept)
    return this.#hasDied(victim, point)
  }

  /** Kills a process that recovers the claims of another one, once the lease of that one has expired. */
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
    // Their clients retry only now: otherwise they would continue the claims themselves.
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

  /** A client that keeps the account, or releases it through the same process. */
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
