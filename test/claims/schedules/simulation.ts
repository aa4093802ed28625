import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { Action } from '#lib/hap/actions/action.ts'
import { changeOf } from '#lib/hap/lifecycle/change.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { readLabels } from '#lib/hap/pools/labels.ts'
import type { Request } from '#lib/hap/request.ts'
import { ClaimError } from '#lib/services/claims/claim-errors.ts'
import { type ClaimService, createClaimService } from '#lib/services/claims/claim-service.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'
import { bindingOf } from '../../engine/bindings.ts'
import { MemoryDatabase } from '../memory-database.ts'
import { memoryLedger } from '../memory-ledger.ts'
import { type Breakage, brokenLedger } from './breakage.ts'
import { MemoryGarden } from './memory-garden.ts'
import { operator } from './operator.ts'
import { ALLOWED, isFree, KEB, LIMIT, Promises, TENANTS, type Violation } from './promises.ts'
import { type Chances, Schedule, type SimulatedProcess } from './schedule.ts'
import { awsRequest, testRules, trialRequest } from './test-rules.ts'

export interface SimulationResult {
  readonly violations: readonly Violation[]
  readonly acknowledged: number
  readonly conflicts: number
  readonly kills: number
  readonly lateLists: number
  /** Number of steps of each kind other than claims. */
  readonly steps: Readonly<Record<string, number>>
  readonly trace: readonly string[]
}

const TESTER = { actor: { name: 'tester', role: 'operator' }, requestId: null }

/** Actions of a person on accounts. */
const ACTIONS: readonly Action[] = ['mark-dirty', 'undo-dirty', 'undo-dirty', 'hold', 'unhold']

/**
 * Two or three processes claim, replay, release and sweep on a few accounts, while a person cleans, marks and holds
 * them, writes are lost, late or repeated, leases expire and processes are killed, in an order that the seed
 * determines. The promises are checked after each step.
 */
export class Simulation {
  readonly #schedule: Schedule
  readonly #database = new MemoryDatabase()
  readonly #garden: MemoryGarden
  readonly #breakage: Breakage | null
  readonly #processes: (SimulatedProcess & { readonly service: ClaimService })[] = []
  readonly #inventories = new Map<string, Inventory>()
  readonly #promises: Promises
  readonly #person: ReturnType<typeof operator>
  readonly #steps: Record<string, number> = {}
  /** Names of the clusters of claims. */
  readonly #clusters = new Set<string>()
  #conflicts = 0

  /** `breakage`: the step of the protocol to leave out. */
  constructor(seed: number, breakage: Breakage | null = null) {
    this.#breakage = breakage
    this.#schedule = new Schedule(seed, chancesOf(seed))
    const bindings = someBindings(this.#schedule)
    const faults = { probability: seed % 3 === 0 ? 0 : 0.15, ignoresVersions: breakage === 'versions' }
    this.#garden = new MemoryGarden(this.#schedule, faults, bindings)
    this.#promises = new Promises(this.#database, this.#garden, this.#inventories)
    this.#garden.onWrite = (before, after) => this.#promises.checkWrite(before, after)
    const count = this.#schedule.isChance(0.5) ? 2 : 3
    for (let number = 1; number <= count; number++) this.#start(`p${number}`)
    const process = { name: 'console', isDead: false }
    this.#person = operator({
      schedule: this.#schedule,
      garden: this.#garden,
      database: this.#database,
      ledger: this.#ledgerOf(process),
      inventory: this.#garden.watchedBy(process),
      process,
      allowed: ALLOWED,
    })
    this.#schedule.check = () => this.#promises.checkState()
  }

  async run(): Promise<SimulationResult> {
    const schedule = this.#schedule
    let open = 0
    const actor = (work: () => Promise<void>) => {
      open++
      void work()
        .catch((error: unknown) => this.#failed(error))
        .finally(() => open--)
    }
    const actions = 3 + Math.floor(schedule.random() * 5)
    for (let number = 0; number < actions; number++) actor(() => this.#act())
    for (let number = Math.floor(schedule.random() * 3); number > 0; number--) actor(() => this.#tend())
    if (schedule.isChance(0.7)) actor(() => this.#clean())
    if (schedule.isChance(0.3)) actor(() => this.#claimAsKeb())
    if (schedule.isChance(0.15)) actor(() => this.#settleOnFree())
    if (schedule.isChance(0.8)) actor(() => this.#accountComes('late', 100))
    await schedule.run(() => open === 0, this.#processes)
    await this.#recover()
    this.#promises.checkEnd()
    return {
      violations: this.#promises.violations,
      acknowledged: this.#promises.promised.size,
      conflicts: this.#conflicts,
      kills: this.#processes.filter(({ isDead }) => isDead).length,
      lateLists: this.#garden.lateLists,
      steps: this.#steps,
      trace: schedule.trace,
    }
  }

  #ledgerOf(process: SimulatedProcess) {
    const schedule = this.#schedule
    const ledger = memoryLedger(this.#database, {
      now: () => schedule.now(),
      turn: step => schedule.turn(step, step.endsWith('answers') ? process : null),
    })
    return brokenLedger(ledger, this.#breakage)
  }

  #start(name: string): void {
    const schedule = this.#schedule
    const process = { name, isDead: false }
    const garden = this.#garden.clientOf(process)
    const inventory = this.#garden.watchedBy(process, { isStale: schedule.isChance(0.2), lag: schedule.pick(LAGS) })
    this.#inventories.set(name, inventory)
    const service = createClaimService({
      ledger: this.#ledgerOf(process),
      garden: {
        ...garden,
        write: async (binding, change, withinMs) => {
          const written = await garden.write(binding, change, withinMs)
          if (written.kind === 'conflict') this.#conflicts++
          return written
        },
      },
      inventory,
      audit: {
        recordIntent: () => Promise.resolve(1n),
        recordOutcome: () => {},
        recordActivation: async (_, act) => void (await act(1n)),
        refused: () => Promise.resolve(),
      },
      rules: () => testRules(ALLOWED, { default: LIMIT, providers: {} }),
      clock: {
        now: () => schedule.now(),
        sleep: ms => schedule.sleep(ms, process),
        random: schedule.random,
      },
      holder: name,
      failed: error => this.#failed(error),
    })
    this.#processes.push(Object.assign(process, { service }))
  }

  get #alive() {
    return this.#processes.filter(({ isDead }) => !isDead)
  }

  async #act(): Promise<void> {
    const schedule = this.#schedule
    const { service } = schedule.pick(this.#alive)
    const what = schedule.random()
    if (what < 0.1) return service.sweep()
    const tenant = schedule.pick(TENANTS)
    const isShared = schedule.isChance(0.25)
    const request = isShared ? trialRequest(tenant) : awsRequest(tenant)
    const key = `${isShared ? 'shared' : 'own'} ${tenant} ${Math.floor(schedule.random() * 3)}`
    const claim = await this.#claim(service, request, key)
    if (claim === null) return
    const cluster = schedule.isChance(0.3) ? await this.#makeCluster(service, claim) : null
    if (!schedule.isChance(0.5)) return
    if (cluster !== null && schedule.isChance(0.5)) this.#garden.removeShoot(cluster)
    await this.#release(schedule.pick(this.#alive).service, claim)
  }

  async #claim(service: ClaimService, request: Request, key: string): Promise<ClaimRecord | null> {
    try {
      const asked = { request, cluster: null, ...TESTER }
      const { claim } = await service.claim(asked, key)
      this.#promises.acknowledge(claim, key)
      return claim.status === 'reserved' ? claim : null
    } catch (error) {
      if (error instanceof ClaimError && error.status === 503) return null
      throw error
    }
  }

  /** Creates the cluster of a claim; its name is set before it exists, or not at all. */
  async #makeCluster(service: ClaimService, claim: ClaimRecord): Promise<string | null> {
    const name = `c-${claim.id}`
    try {
      if (this.#schedule.isChance(0.7)) await service.setCluster(claim.id, name, TESTER)
      this.#count('name-cluster')
    } catch (error) {
      if (!(error instanceof ClaimError)) throw error
    }
    await this.#schedule.turn(`${name} comes`, null)
    // A client creates a cluster only on an account that it has not released.
    if (claim.binding === null || this.#promises.released.has(claim.id)) return null
    this.#clusters.add(name)
    this.#garden.addShoot(name, claim.binding, claim.tenant)
    return name
  }

  async #release(service: ClaimService, { id }: ClaimRecord): Promise<void> {
    this.#promises.released.add(id)
    try {
      await service.release(id, TESTER)
    } catch (error) {
      if (!(error instanceof ClaimError) && !isOutOfTime(error)) throw error
    }
  }

  /** A person acts on an account, usually one that is out of use. */
  async #tend(): Promise<void> {
    const schedule = this.#schedule
    for (let n = Math.floor(schedule.random() * 60); n > 0; n--) await schedule.turn('the person reads the page', null)
    const out = this.#outOfUse('true', 'held')
    await this.#perform(
      schedule.pick(ACTIONS),
      schedule.pick(out.length > 0 && schedule.isChance(0.8) ? out : [...this.#garden.bindings.values()]),
    )
  }

  /** A person cleans released accounts, one after the other. */
  async #clean(): Promise<void> {
    const schedule = this.#schedule
    for (let n = 0; n < CLEANINGS; n++) {
      for (let looks = 0; looks < LOOKS && this.#outOfUse('true').length === 0; looks++)
        await schedule.turn('the person waits for a release', null)
      const given = this.#outOfUse('true')
      if (given.length === 0) return
      await this.#perform('confirm-clean', schedule.pick(given))
    }
  }

  /** Bindings that are dirty or on hold. */
  #outOfUse(...as: readonly ('true' | 'held')[]): readonly Binding[] {
    return [...this.#garden.bindings.values()].filter(({ kind, labels }) => {
      const { dirty } = readLabels(kind, labels)
      return dirty !== null && as.some(each => each === dirty)
    })
  }

  /** Performs an action of the person, and notifies each process like the console. */
  async #perform(action: Action, binding: Binding): Promise<void> {
    const { status } = await this.#person(action, binding)
    if (status !== 'done') return
    this.#count(action)
    await Promise.all(this.#alive.map(({ service }) => service.processQueue(null)))
  }

  /** KEB does not know the database: it takes the first free binding that it sees. */
  async #claimAsKeb(): Promise<void> {
    const schedule = this.#schedule
    await schedule.turn('KEB lists', null)
    const free = [...this.#garden.bindings.values()].find(isFree)
    if (!free) return
    await schedule.turn('KEB claims', null)
    const { labels } = changeOf(free, { labels: { tenantName: KEB } })
    if (this.#garden.patch(free, { labels, annotations: {} }, free.resourceVersion)) this.#promises.foreignWriter = true
  }

  /** Creates a cluster on a free account without a claim. */
  async #settleOnFree(): Promise<void> {
    await this.#schedule.turn('a cluster comes without a claim', null)
    const free = [...this.#garden.bindings.values()].find(isFree)
    if (!free) return
    this.#garden.addShoot('foreign', free, KEB)
    this.#count('foreign-cluster')
  }

  /** Adds an account for waiting claims, and notifies every process; it comes after `patience` steps at the latest. */
  async #accountComes(name: string, patience = 0): Promise<void> {
    for (let n = 0; n < patience && this.#promises.queued.size === 0; n++)
      await this.#schedule.turn(`${name} does not come yet`, null)
    this.#garden.put(bindingOf(name, { hyperscalerType: 'aws' }))
    await Promise.all(this.#alive.map(({ service }) => service.processQueue(null)))
  }

  /** Recovers in the remaining process: every lease expires, and it sweeps repeatedly. */
  async #recover(): Promise<void> {
    const [alive] = this.#alive
    if (!alive) return
    this.#schedule.trace.push('- recovery')
    this.#schedule.advance(LEASE_OVER_MS)
    // Clients retry, some with the same key, before the recovery.
    await this.#inRecovery(async () => {
      for (let number = 0; number < 3; number++) await this.#act()
    })
    for (const cluster of this.#clusters) this.#garden.removeShoot(cluster)
    for (let round = 0; round < 4; round++) {
      if (round === 1) await this.#inRecovery(() => this.#accountComes('last'))
      this.#schedule.advance(LEASE_OVER_MS)
      await this.#inRecovery(() => this.#endHolds())
      await this.#inRecovery(() => alive.service.sweep())
    }
    // Late writes land, and accounts that were unavailable for a while are retried.
    await this.#quiet()
    this.#schedule.advance(SETBACK_OVER_MS)
    await this.#inRecovery(() => alive.service.sweep())
    await this.#quiet()
  }

  #quiet(): Promise<void> {
    return this.#schedule.run(() => false, this.#processes, false)
  }

  /** Ends holds. Resolves what a refusal names as its reason. */
  async #endHolds(): Promise<void> {
    for (const binding of this.#outOfUse('held')) {
      const result = await this.#person('unhold', binding)
      const reason = 'reason' in result ? result.reason : ''
      const [, assigned, dirty] = FIRST.exec(reason) ?? []
      const other = [...this.#garden.bindings.values()].find(({ name }) => name === (assigned ?? dirty))
      if (!other) continue
      await this.#person(dirty === undefined ? 'hold' : 'confirm-clean', other)
      for (const each of [binding, other]) await this.#person('unhold', each)
    }
  }

  async #inRecovery(work: () => Promise<void>): Promise<void> {
    let done = false
    void work()
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        done = true
      })
    await this.#schedule.run(() => done, this.#processes, false)
  }

  #count(step: string): void {
    this.#steps[step] = (this.#steps[step] ?? 0) + 1
  }

  #failed(error: unknown): void {
    if (error instanceof ClaimError || isOutOfTime(error)) return
    this.#promises.violated('error', error instanceof Error ? `${error.stack}` : String(error))
  }
}

/** Lag of the watches of processes in steps: some lag behind by whole claims. */
const LAGS = [0, 0, 30]

/** Maximum number of cleaned accounts in a schedule, and of polls for the next one. */
const CLEANINGS = 3
const LOOKS = 80

/** The refusal that names another binding to act on first. */
const FIRST =
  /^(?:(\S+) refers to the same account and can still be assigned\. Put that binding on hold|(\S+) refers to the same account and is dirty\. Confirm that binding clean, or put it on hold) first\.$/

const LEASE_OVER_MS = 31_000
/** The longest backoff of an unavailable account. */
const SETBACK_OVER_MS = 610_000

function isOutOfTime(error: unknown): boolean {
  return error instanceof Error && (error.name === 'OutOfTimeError' || error.name === 'WriteInDoubtError')
}

/** A third of all schedules only interleave steps; the others also inject faults. */
function chancesOf(seed: number): Chances {
  if (seed % 3 === 0) return { wake: 0.1, jump: 0, kill: 0 }
  if (seed % 3 === 1) return { wake: 0.1, jump: 0.01, kill: 0 }
  return { wake: 0.1, jump: 0.01, kill: 0.01 }
}

/** A few free accounts, one maybe with two bindings, and two shared ones. */
function someBindings(schedule: Schedule): Binding[] {
  const free = Array.from({ length: 1 + Math.floor(schedule.random() * 4) }, (_, n) =>
    bindingOf(`own-${n}`, { hyperscalerType: 'aws' }),
  )
  if (schedule.isChance(0.3)) {
    const account = { kind: 'Secret', namespace: 'garden-test', name: 'own-0' } as const
    free.push(bindingOf('own-twin', { hyperscalerType: 'aws' }, { account }))
  }
  const shared = ['shared-1', 'shared-2'].map(name => bindingOf(name, { hyperscalerType: 'aws', shared: 'true' }))
  return [...free, ...shared]
}
