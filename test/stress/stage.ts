import { setTimeout as sleep } from 'node:timers/promises'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { randomNumbers } from '../engine/random.ts'
import { claimRows } from './claim-rows.ts'
import { Worker } from './crew.ts'
import { Deaths } from './deaths.ts'
import { isUnsettled, judge, type Looked, unproved } from './history.ts'
import type { Acknowledged, DoneAction, FinalClaim, ForeignCluster, LeftCluster, Violation } from './history-facts.ts'
import { inParallel, Landscape, type Servers } from './landscape.ts'
import type { DeathAt, Job, Result, WorkerCounts } from './messages.ts'
import { percentiles } from './percentiles.ts'
import { POOL_LABELS, type StressPool } from './pools.ts'
import { RECOVERY_MS } from './recoveries.ts'
import { allFaults, errorsOf, type Report, tally } from './report.ts'
import { Witness } from './witness.ts'

interface StageOptions {
  readonly scenario: string
  readonly seed: number
  readonly processes: number
  /** Dedicated accounts of each pool, all free at first, and shared ones. */
  readonly own: number
  readonly pools?: readonly StressPool[]
  /** Number of additional accounts of each pool that look free but have a cluster of another tenant. */
  readonly squatted?: number
  readonly shared: number
  readonly allowed?: readonly string[]
  readonly limit?: number
  readonly faults?: number
  /** Pause between two sweeps of a process; null: no sweeps. */
  readonly sweepMs?: number | null
  /** Minimum number of cases for checks of the history. */
  readonly floors?: Partial<Looked>
  /** Clients retry for this time with increasing pauses, instead of a number of times. */
  readonly patienceMs?: number
  /** Another kubeconfig and port of the database for the workers; the checks use the servers directly. */
  readonly through?: { readonly kubeconfig: string; readonly databasePort: string }
}

/** A tenant with unregistered clusters on accounts of others. */
const SQUATTER = 'tenant-squatter'

/** Maximum of attempts of a claim; leases of killed processes have expired by then. */
const MOST_TRIES = 60

/** Workers on their own landscape, and all acknowledgements to their clients. */
export class Stage {
  readonly landscape: Landscape
  readonly random: () => number
  readonly acknowledged: Acknowledged[] = []
  readonly left: LeftCluster[] = []
  readonly extra: Record<string, unknown> = {}
  readonly own: readonly string[]
  #workers: Worker[] = []
  readonly #options: StageOptions
  readonly #witness: Witness
  readonly #foreign: readonly ForeignCluster[]
  readonly #latencies: number[] = []
  readonly #done: DoneAction[] = []
  readonly #unexpected: Violation[] = []
  readonly #killed: Record<string, number> = {}
  readonly #deaths = new Deaths(() => this.claims())
  readonly #begun = performance.now()
  #claims = 0
  #retries = 0
  #next = 0
  #spawned = 0
  #atOnce = 0
  #mostAtOnce = 0
  #lostAnswers = 0

  private constructor(
    options: StageOptions,
    landscape: Landscape,
    witness: Witness,
    own: readonly string[],
    foreign: readonly ForeignCluster[],
  ) {
    this.#options = options
    this.landscape = landscape
    this.#witness = witness
    this.own = own
    this.#foreign = foreign
    this.random = randomNumbers(options.seed)
  }

  static async open(servers: Servers, options: StageOptions): Promise<Stage> {
    const landscape = await Landscape.create(servers, options.scenario)
    const own: string[] = []
    const squatted: string[] = []
    for (const pool of options.pools ?? (['own'] as const)) {
      const more = options.squatted ?? 0
      const names = Array.from({ length: options.own + more }, (_, n) => `${pool}-${String(n).padStart(5, '0')}`)
      await landscape.addAccounts(names, POOL_LABELS[pool])
      own.push(...names)
      squatted.push(...names.filter((_, n) => isOneOf(more, n, names.length)))
    }
    const shared = Array.from({ length: options.shared }, (_, n) => `shared-${n}`)
    await landscape.addAccounts(shared, POOL_LABELS.shared)
    const witness = await Witness.start(landscape.kubeconfig, landscape.namespace)
    await inParallel(squatted, 16, name => landscape.addShoot(`squat-${name}`, name, SQUATTER))
    const shownAt = Date.now()
    const foreign = squatted.map(binding => ({ binding, tenant: SQUATTER, shownAt }))
    // Processes that start now list all of it first.
    const stage = new Stage(options, landscape, witness, own, foreign)
    for (let n = 0; n < options.processes; n++) await stage.addWorker()
    return stage
  }

  /** Starts another process, or one that will kill itself. */
  async addWorker(killAt: DeathAt | null = null): Promise<Worker> {
    const { seed, allowed = [], limit = 3, faults = 0, sweepMs = null } = this.#options
    const number = ++this.#spawned
    const { kubeconfig, namespace, databaseUrl } = this.landscape
    const { through } = this.#options
    const worker = await Worker.start({
      kubeconfig: through?.kubeconfig ?? kubeconfig,
      namespace,
      databaseUrl: through ? withPort(databaseUrl, through.databasePort) : databaseUrl,
      holder: `worker-${number}`,
      allowed,
      limit,
      faults,
      seed: seed * 1_000 + number,
      killAt,
      sweepMs: killAt === null ? sweepMs : null,
    })
    if (killAt === null) this.#workers.push(worker)
    else this.#deaths.expect(worker, `worker-${number}`)
    return worker
  }

  /** Runs a job in the next live process. */
  run(job: Job): Promise<Result> {
    const alive = this.#workers.filter(({ isGone }) => !isGone)
    const worker = alive[this.#next++ % alive.length]
    if (!worker) throw new Error('No worker is left.')
    return worker.run(job)
  }

  /** Performs an action, and returns its result as text. */
  async act(kind: 'mark-dirty' | 'confirm-clean', binding: string): Promise<string> {
    const askedAt = Date.now()
    const result = await this.run({ kind, binding })
    const words = 'words' in result ? result.words : result.kind
    if (words === 'done') this.#done.push({ binding, askedAt, answeredAt: Date.now() })
    return words
  }

  /** Claims like a client, from a pool with an account: getting none is a violation. */
  async claim(key: string, tenant: string, pool: StressPool, on: Worker | null = null): Promise<Acknowledged | null> {
    const claim = await this.tryClaim(key, tenant, pool, on)
    if (claim === null) this.violated('without an account', key)
    return claim
  }

  /**
   * Claims from a pool that may be empty: retries with the same key until there is a result. A waiting claim is
   * released. `on` is the process for the first attempt.
   */
  async tryClaim(
    key: string,
    tenant: string,
    pool: StressPool,
    on: Worker | null = null,
  ): Promise<Acknowledged | null> {
    this.#claims++
    this.#mostAtOnce = Math.max(this.#mostAtOnce, ++this.#atOnce)
    try {
      return await this.#claimUntilSettled(key, tenant, pool, on)
    } finally {
      this.#atOnce--
    }
  }

  async #claimUntilSettled(
    key: string,
    tenant: string,
    pool: StressPool,
    on: Worker | null,
  ): Promise<Acknowledged | null> {
    const job = { kind: 'claim', key, tenant, pool } as const
    const begun = performance.now()
    const { patienceMs } = this.#options
    const isPatient = (tries: number) =>
      patienceMs === undefined ? tries < MOST_TRIES : performance.now() - begun < patienceMs
    for (let tries = 0; isPatient(tries); tries++) {
      const result = await (tries === 0 && on !== null ? on.run(job) : this.run(job))
      if (result.kind === 'busy') {
        this.#retries++
        await sleep((100 + this.random() * 900) * (patienceMs === undefined ? 1 : Math.min(5, 1 + tries / 4)))
        continue
      }
      if (result.kind !== 'claimed') {
        this.#unexpected.push({ kind: 'failed', detail: `${key}: ${result.words}` })
        return null
      }
      this.#latencies.push(performance.now() - begun)
      const { id, status, account, binding, epoch } = result
      if (status === 'waiting') await this.#releaseUntilAccepted(id, on)
      if (status !== 'reserved' && status !== 'active') return null
      const answer = {
        key,
        id,
        tenant,
        pool,
        account: account ?? '',
        binding: binding ?? '',
        epoch: epoch ?? 0,
        acknowledgedAt: Date.now(),
        releasedAt: null,
      }
      this.acknowledged.push(answer)
      return answer
    }
    this.#unexpected.push({ kind: 'failed', detail: `${key} was never settled` })
    return null
  }

  /** Claims, and loses the response after everything was committed: the client learns nothing, and stops. */
  async claimWithoutResponse(key: string, tenant: string, pool: StressPool): Promise<void> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const result = await this.run({ kind: 'claim', key, tenant, pool, losesAnswer: true })
      if (result.kind === 'lost') {
        this.#lostAnswers++
        return
      }
      if (result.kind === 'failed') this.violated('failed', `${key}: ${result.words}`)
      await sleep(100 + this.random() * 900)
    }
    this.violated('failed', `${key} was never carried out`)
  }

  /** Releases a claim, with retries until it is accepted. `on` is the process for the first attempt. */
  async release(claim: Acknowledged, on: Worker | null = null): Promise<void> {
    for (const same of this.acknowledged) if (same.id === claim.id) same.releasedAt ??= Date.now()
    await this.#releaseUntilAccepted(claim.id, on)
  }

  async #releaseUntilAccepted(id: string, on: Worker | null = null): Promise<void> {
    for (let tries = 0; tries < MOST_TRIES; tries++) {
      const job = { kind: 'release', id } as const
      const result = await (tries === 0 && on !== null ? on.run(job) : this.run(job))
      if (result.kind === 'claimed' && (result.status === 'released' || result.status === 'releasing')) return
      await sleep(50 + this.random() * 200)
    }
  }

  /** Waits for the recovery of killed processes, settles open claims by sweeps, and then checks the history. */
  async close(): Promise<Report> {
    const seconds = (performance.now() - this.#begun) / 1000
    const { recoveries, late } = await this.#deaths.settled()
    const counts = await this.#counts()
    await this.#settle()
    const claims = await this.claims()
    await this.#witness.stop()
    await Promise.all(this.#workers.map(worker => worker.end()))
    this.landscape.close()
    const { scenario, allowed = [], limit = 3, floors = {} } = this.#options
    const { acknowledged, left } = this
    const foreign = this.#foreign
    const history = {
      versions: this.#witness.history,
      acknowledged,
      claims,
      allowed,
      limit,
      left,
      foreign,
      done: this.#done,
    }
    const { violations: found, looked } = judge(history)
    const violations = [...found, ...unproved(looked, floors), ...late, ...this.#unexpected]
    const kills = Object.values(this.#killed).reduce((sum, times) => sum + times, 0)
    return {
      scenario,
      claims: this.#claims,
      acknowledged: this.#served(),
      mostAtOnce: this.#mostAtOnce,
      kills,
      conflicts: counts.reduce((sum, { conflicts }) => sum + conflicts, 0),
      retries: this.#retries,
      latencyMs: percentiles(this.#latencies),
      latencies: [...this.#latencies],
      seconds: Math.round(seconds * 10) / 10,
      violations: tally(violations.map(({ kind }) => kind)),
      examples: violations.slice(0, 5).map(({ kind, detail }) => `${kind}: ${detail}`),
      looked,
      faults: allFaults(counts),
      extra: {
        ...this.extra,
        ...(this.#lostAnswers > 0 && { lostAnswers: this.#lostAnswers }),
        ...(kills > 0 && { killedAt: this.#killed }),
        ...(recoveries.deaths > 0 && { recoveries }),
        ...errorsOf(counts),
      },
    }
  }

  /** Claims in the database. */
  claims(): Promise<readonly FinalClaim[]> {
    return claimRows(this.landscape.databaseUrl)
  }

  /** Claims acknowledged in this time, in epoch milliseconds. */
  acknowledgedBetween(from: number, until: number): readonly Acknowledged[] {
    return this.acknowledged.filter(({ acknowledgedAt: at }) => at >= from && at <= until)
  }

  /** Tenants with an open claim in the database, regardless of what their clients know. */
  async tenantsInDatabase(): Promise<ReadonlySet<string>> {
    const claims = await this.claims()
    return new Set(claims.flatMap(({ status, tenant }) => (/^(reserved|active)$/.test(status) ? tenant : [])))
  }

  /** Every binding on the API server, regardless of the database. */
  bindings(): Promise<readonly Binding[]> {
    return this.#witness.now()
  }

  /** Faults of each kind per call site so far. */
  async faults(): Promise<Report['faults']> {
    return allFaults(await this.#counts())
  }

  /** Number of claims with an account, regardless of the number of responses. */
  #served(): number {
    return new Set(this.acknowledged.map(({ id }) => id)).size
  }

  #counts(): Promise<WorkerCounts[]> {
    return Promise.all(this.#workers.map(worker => worker.counts()))
  }

  /** Discards the measurements of the warm-up. */
  forgetLatencies(): void {
    this.#latencies.length = 0
  }

  /** For pools that run empty on purpose: this share of the claims has to get an account. */
  expectServed(share: number): void {
    const served = this.#served()
    if (served < share * this.#claims) this.violated('too few accounts', `${served} of ${this.#claims} claims`)
  }

  /** Expects this many clients to have waited at the same time. */
  expectAtOnce(least: number): void {
    if (this.#mostAtOnce < least) this.violated('too few at once', `${this.#mostAtOnce} of ${least}`)
  }

  /** Records a process that ended where it should. */
  died(where: string): void {
    this.#killed[where] = (this.#killed[where] ?? 0) + 1
  }

  /** Number of processes that ended there. */
  killedAt(where: string): number {
    return this.#killed[where] ?? 0
  }

  violated(kind: string, detail: string): void {
    this.#unexpected.push({ kind, detail })
  }

  /** Sweeps until all claims are settled, for at most the time of a recovery. */
  async #settle(): Promise<void> {
    const begun = performance.now()
    for (;;) {
      await this.run({ kind: 'sweep' })
      const isOver = !(await this.claims()).some(({ status }) => isUnsettled(status))
      if (isOver) break
      if (performance.now() - begun > RECOVERY_MS) return
      await sleep(500)
    }
    this.extra.settledSeconds = Math.round((performance.now() - begun) / 100) / 10
  }
}

/** Whether the nth of all is one of some that are spread evenly. */
function isOneOf(some: number, n: number, all: number): boolean {
  return Math.floor(((n + 1) * some) / all) > Math.floor((n * some) / all)
}

function withPort(url: string, port: string): string {
  const changed = new URL(url)
  changed.port = port
  return changed.href
}
