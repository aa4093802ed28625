import { changeOf } from '#lib/hap/lifecycle/change.ts'
import { accountKey } from '#lib/hap/pools/account.ts'
import { ANNOTATIONS } from '#lib/hap/pools/annotations.ts'
import { type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { readLabels } from '#lib/hap/pools/labels.ts'
import type { Request } from '#lib/hap/request.ts'
import { ClaimError } from '#lib/services/claims/claim-errors.ts'
import { type ClaimService, createClaimService } from '#lib/services/claims/claim-service.ts'
import type { ClaimRecord, ClaimStatus } from '#lib/store/claims/claim-record.ts'
import { bindingOf } from '../../engine/bindings.ts'
import { MemoryDatabase, memoryLedger } from '../memory-ledger.ts'
import { MemoryGarden } from './memory-garden.ts'
import { type Chances, Schedule, type SimulatedProcess } from './schedule.ts'
import { awsRequest, testRules, trialRequest } from './test-rules.ts'

/** A breach of what a claim promises, with the kind it is counted as. */
export interface Violation {
  readonly kind: string
  readonly detail: string
}

export interface SimulationResult {
  readonly violations: readonly Violation[]
  readonly acknowledged: number
  readonly conflicts: number
  readonly kills: number
  readonly trace: readonly string[]
}

type QueuedRow = Pick<ClaimRecord, 'id' | 'status' | 'outcome' | 'poolKey' | 'ticket'>

interface Promised {
  readonly claim: ClaimRecord
  readonly key: string
}

const LIMIT = 2
const TESTER = { actor: { name: 'tester', role: 'operator' }, requestId: null }
const TENANTS = ['t-1', 't-2', 't-many'] as const

/** Names of the tenants that may own several accounts. */
const ALLOWED: readonly string[] = ['t-many']

/**
 * Two or three processes claim, replay, release and sweep on a few accounts, while writes are lost, come late or twice, leases run
 * out and processes are killed, in one of the orders there are. What was promised is checked after each step.
 */
export class Simulation {
  readonly #schedule: Schedule
  readonly #database = new MemoryDatabase()
  readonly #garden: MemoryGarden
  readonly #processes: (SimulatedProcess & { readonly service: ClaimService })[] = []
  readonly #violations: Violation[] = []
  /** By key: what was acknowledged. */
  readonly #promised = new Map<string, Promised>()
  readonly #givenBack = new Set<string>()
  /** Ids of claims that were told to wait. */
  readonly #queued = new Set<string>()
  /** By id, as they were a step before. */
  #statuses = new Map<string, ClaimStatus>()
  #conflicts = 0
  #foreignWriter = false

  constructor(seed: number) {
    this.#schedule = new Schedule(seed, chancesOf(seed))
    const bindings = someBindings(this.#schedule)
    this.#garden = new MemoryGarden(this.#schedule, { probability: seed % 3 === 0 ? 0 : 0.15 }, bindings)
    this.#garden.onWrite = (before, after) => this.#checkWrite(before, after)
    const count = this.#schedule.isChance(0.5) ? 2 : 3
    for (let number = 1; number <= count; number++) this.#start(`p${number}`)
    this.#schedule.check = () => this.#checkState()
  }

  async run(): Promise<SimulationResult> {
    const schedule = this.#schedule
    let open = 0
    const actor = (work: () => Promise<void>) => {
      open++
      void work()
        .catch((error: unknown) => this.#violated('error', error instanceof Error ? `${error.stack}` : String(error)))
        .finally(() => open--)
    }
    const actions = 3 + Math.floor(schedule.random() * 5)
    for (let number = 0; number < actions; number++) actor(() => this.#act())
    if (schedule.isChance(0.3)) actor(() => this.#claimAsKeb())
    if (schedule.isChance(0.8)) actor(() => this.#accountComes('late', 100))
    await schedule.run(() => open === 0, this.#processes)
    await this.#recover()
    this.#checkEnd()
    return {
      violations: this.#violations,
      acknowledged: this.#promised.size,
      conflicts: this.#conflicts,
      kills: this.#processes.filter(({ isDead }) => isDead).length,
      trace: schedule.trace,
    }
  }

  #start(name: string): void {
    const schedule = this.#schedule
    const process = { name, isDead: false }
    const garden = this.#garden.clientOf(process)
    const service = createClaimService({
      ledger: memoryLedger(this.#database, {
        now: () => schedule.now(),
        turn: step => schedule.turn(step, step.endsWith('answers') ? process : null),
      }),
      garden: {
        ...garden,
        write: async (binding, change, withinMs) => {
          const written = await garden.write(binding, change, withinMs)
          if (written.kind === 'conflict') this.#conflicts++
          return written
        },
      },
      inventory: this.#garden.watchedBy(process),
      audit: {
        begins: () => Promise.resolve(1n),
        came: () => {},
        activates: async (_, act) => void (await act(1n)),
        refused: () => Promise.resolve(),
      },
      rules: () => testRules(ALLOWED, { default: LIMIT, providers: {} }),
      clock: {
        now: () => schedule.now(),
        sleep: ms => schedule.sleep(ms, process),
        random: schedule.random,
      },
      holder: name,
      failed: error => {
        if (!(error instanceof ClaimError) && !isOutOfTime(error))
          this.#violated('error', error instanceof Error ? `${error.stack}` : String(error))
      },
    })
    this.#processes.push(Object.assign(process, { service }))
  }

  async #act(): Promise<void> {
    const schedule = this.#schedule
    const { service } = schedule.pick(this.#processes.filter(({ isDead }) => !isDead))
    const what = schedule.random()
    if (what < 0.1) return service.sweep()
    const tenant = schedule.pick(TENANTS)
    const isShared = schedule.isChance(0.25)
    const request = isShared ? trialRequest(tenant) : awsRequest(tenant)
    const key = `${isShared ? 'shared' : 'own'} ${tenant} ${Math.floor(schedule.random() * 3)}`
    const claim = await this.#claim(service, request, key)
    if (claim === null || !schedule.isChance(0.4)) return
    await this.#release(schedule.pick(this.#processes.filter(({ isDead }) => !isDead)).service, claim)
  }

  async #claim(service: ClaimService, request: Request, key: string): Promise<ClaimRecord | null> {
    try {
      const asked = { request, cluster: null, ...TESTER }
      const { claim } = await service.claim(asked, key)
      this.#acknowledge(claim, key)
      return claim.status === 'reserved' ? claim : null
    } catch (error) {
      if (error instanceof ClaimError && error.status === 503) return null
      throw error
    }
  }

  async #release(service: ClaimService, { id }: ClaimRecord): Promise<void> {
    this.#givenBack.add(id)
    try {
      await service.release(id, TESTER)
    } catch (error) {
      if (!(error instanceof ClaimError) && !isOutOfTime(error)) throw error
    }
  }

  /** KEB knows nothing of our database: it takes the first free binding it sees. */
  async #claimAsKeb(): Promise<void> {
    const schedule = this.#schedule
    await schedule.turn('KEB lists', null)
    const free = [...this.#garden.bindings.values()].find(isFree)
    if (!free) return
    await schedule.turn('KEB claims', null)
    const { labels } = changeOf(free, { labels: { tenantName: 't-keb' } })
    if (this.#garden.patch(free, { labels, annotations: {} }, free.resourceVersion)) this.#foreignWriter = true
  }

  /** An account for those who wait; every process hears of it. Nobody waits for ever for somebody who waits. */
  async #accountComes(name: string, patience = 0): Promise<void> {
    for (let n = 0; n < patience && this.#queued.size === 0; n++)
      await this.#schedule.turn(`${name} does not come yet`, null)
    this.#garden.put(bindingOf(name, { hyperscalerType: 'aws' }))
    const alive = this.#processes.filter(({ isDead }) => !isDead)
    await Promise.all(alive.map(({ service }) => service.processQueue(null)))
  }

  /** Whoever is left clears up: every lease runs out, and the sweeps go round. */
  async #recover(): Promise<void> {
    const [alive] = this.#processes.filter(({ isDead }) => !isDead)
    if (!alive) return
    this.#schedule.trace.push('- recovery')
    this.#schedule.advance(31_000)
    // Clients ask again, some with the same key, before anybody has cleared up.
    await this.#inRecovery(async () => {
      for (let number = 0; number < 3; number++) await this.#act()
    })
    for (let round = 0; round < 4; round++) {
      if (round === 1) await this.#inRecovery(() => this.#accountComes('last'))
      this.#schedule.advance(31_000)
      await this.#inRecovery(() => alive.service.sweep())
    }
    // What is late comes at last.
    await this.#schedule.run(() => false, this.#processes, false)
  }

  async #inRecovery(work: () => Promise<void>): Promise<void> {
    let done = false
    void work()
      .catch((error: unknown) => this.#violated('error', error instanceof Error ? `${error.stack}` : String(error)))
      .finally(() => {
        done = true
      })
    await this.#schedule.run(() => done, this.#processes, false)
  }

  #violated(kind: string, detail: string): void {
    this.#violations.push({ kind, detail })
  }

  #acknowledge(claim: ClaimRecord, key: string): void {
    const before = this.#promised.get(key)
    if (before && before.claim.id !== claim.id) this.#violated('replay', `${key} is ${before.claim.id} and ${claim.id}`)
    if (claim.status === 'waiting') this.#queued.add(claim.id)
    if (claim.status !== 'reserved') return
    if (before && before.claim.account !== claim.account)
      this.#violated('replay', `${key} got ${before.claim.account} and ${claim.account}`)
    this.#promised.set(key, { claim, key })
  }

  /** A change of labels as it lands. */
  #checkWrite(before: Binding, after: Binding): void {
    const [was, is] = [readLabels(before.kind, before.labels), readLabels(after.kind, after.labels)]
    const account = accountKey(after.account)
    const held = [...this.#database.claims.values()].filter(
      row => row.account === account && (row.status === 'reserved' || row.status === 'active'),
    )
    if (was.dirty === null && is.dirty !== null && held.length > 0)
      this.#violated('dirty-while-claimed', `${after.name} for ${held.map(({ id }) => id).join()}`)
    if (was.tenantName !== is.tenantName && was.tenantName !== null)
      this.#violated('owner-lost', `${after.name} from ${was.tenantName} to ${is.tenantName}`)
    if (was.tenantName === null && is.tenantName !== null && is.dirty !== null)
      this.#violated('dirty-claimed', after.name)
  }

  #checkState(): void {
    const rows = [...this.#database.claims.values()]
    const open = rows.filter(({ status }) => status === 'intent' || status === 'reserved' || status === 'active')
    const byAccount = Map.groupBy(open, ({ account }) => account ?? '')
    for (const [account, claims] of byAccount) {
      const owners = new Set(claims.filter(({ outcome }) => outcome !== 'shared').map(({ tenant }) => tenant))
      if (owners.size > 1) this.#violated('two-owners', `${account}: ${[...owners].join()}`)
      if (owners.size > 0 && claims.some(({ outcome }) => outcome === 'shared'))
        this.#violated('shared-and-owned', account)
      if (owners.has('t-many') && claims.length > LIMIT)
        this.#violated(
          'over-limit',
          `${account}: ${claims.map(c => `${c.key} ${c.status} ${c.outcome} ${c.tenant}`).join()}`,
        )
    }
    for (const tenant of TENANTS) {
      const own = [...this.#garden.bindings.values()].filter(({ kind, labels }) => {
        const { tenantName, dirty } = readLabels(kind, labels)
        return tenantName === tenant && dirty === null
      })
      const accounts = new Set(own.map(({ account }) => accountKey(account)))
      if (accounts.size > 1 && !ALLOWED.includes(tenant))
        this.#violated('two-accounts', `${tenant}: ${own.map(({ name }) => name).join()}`)
    }
    for (const row of rows) if (row.status === 'reserved') this.#checkAcknowledged(row)
    this.#checkQueue(rows)
    const owners = Map.groupBy(
      [...this.#garden.bindings.values()].flatMap(({ kind, labels, account }) => {
        const { tenantName, dirty } = readLabels(kind, labels)
        return tenantName === null || dirty !== null ? [] : [{ tenantName, account: accountKey(account) }]
      }),
      ({ account }) => account,
    )
    for (const [account, labelled] of owners) {
      const tenants = new Set(labelled.map(({ tenantName }) => tenantName))
      if (tenants.size > 1 && !tenants.has('t-keb')) this.#violated('two-owners', `${account}: ${[...tenants].join()}`)
    }
  }

  /** Who was told to wait does so until there is an account, and nobody who came later takes a free one first. */
  #checkQueue(rows: readonly QueuedRow[]): void {
    for (const { id, status, outcome, poolKey, ticket } of rows) {
      const before = this.#statuses.get(id)
      if (status === before) continue
      if (status === 'failed' && this.#queued.has(id)) this.#violated('left-queue', `${id} failed`)
      if (status !== 'intent' || outcome !== 'claim') continue
      const earlier = rows.filter(row => row.status === 'waiting' && row.poolKey === poolKey && row.ticket < ticket)
      if (earlier.length > 0) this.#violated('overtaken', `${earlier.map(row => row.id).join()} by ${id}`)
    }
    this.#statuses = new Map(rows.map(({ id, status }) => [id, status]))
  }

  /** As long as a claim is acknowledged its binding says so. */
  #checkAcknowledged({
    id,
    tenant,
    outcome,
    binding,
  }: { [F in keyof ClaimRecord]?: ClaimRecord[F] } & { id: string }): void {
    const now = binding && this.#garden.get(binding)
    if (!now) {
      this.#violated('lost', `${id} has no binding`)
      return
    }
    const labels = readLabels(now.kind, now.labels)
    if (labels.dirty !== null) this.#violated('dirty-selected', `${id} has ${now.name}`)
    if (outcome === 'shared') {
      if (labels.shared !== 'true') this.#violated('lost', `${id}: ${now.name} is not shared`)
    } else if (labels.tenantName !== tenant) this.#violated('lost', `${id}: ${now.name} is of ${labels.tenantName}`)
  }

  #checkEnd(): void {
    const rows = [...this.#database.claims.values()]
    for (const { id, status } of rows)
      if (['pending', 'intent', 'releasing'].includes(status)) this.#violated('unfinished', `${id} is ${status}`)
    for (const { claim, key } of this.#promised.values()) {
      const row = this.#database.claims.get(claim.id)
      const isKept = row?.status === 'reserved' && row.account === claim.account
      if (!isKept && !this.#givenBack.has(claim.id)) this.#violated('lost', `${key} is ${row?.status}`)
    }
    for (const binding of this.#garden.bindings.values()) {
      const { tenantName, dirty } = readLabels(binding.kind, binding.labels)
      if (tenantName === null || tenantName === 't-keb' || dirty !== null) continue
      if (binding.annotations[ANNOTATIONS.selectedBy] === undefined) continue
      const isKnown = rows.some(
        row =>
          row.binding !== null &&
          bindingKey(row.binding) === bindingKey(binding) &&
          ['reserved', 'active', 'released'].includes(row.status),
      )
      if (!isKnown) this.#violated('leak', `${binding.name} is labelled ${tenantName}, and no claim has it`)
    }
    const first = rows.filter(({ status }) => status === 'waiting').sort((a, b) => Number(a.ticket - b.ticket))[0]
    const accounts = Map.groupBy(this.#garden.bindings.values(), ({ account }) => accountKey(account))
    const free = [...accounts].find(([, bindings]) => bindings.every(isFree))
    if (first && free) this.#violated('starved', `${first.id} waits, and ${free[0]} is free`)
    if (this.#foreignWriter) return
    const keys = Map.groupBy(rows, ({ key }) => key)
    for (const [key, claims] of keys)
      if (claims.length > 1) this.#violated('replay', `${claims.length} claims of ${key}`)
  }
}

function isFree({ kind, labels }: Binding): boolean {
  const { tenantName, dirty, shared } = readLabels(kind, labels)
  return tenantName === null && dirty === null && shared === null
}

function isOutOfTime(error: unknown): boolean {
  return error instanceof Error && (error.name === 'OutOfTimeError' || error.name === 'LooseWriteError')
}

/** A third of all schedules only interleave; the others also harm. */
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
