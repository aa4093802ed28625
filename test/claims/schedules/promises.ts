import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { flagsBefore } from '#lib/hap/lifecycle/hold.ts'
import { ANNOTATIONS, accountKey, type Binding } from '#lib/hap/pools/binding.ts'
import { readLabels } from '#lib/hap/pools/labels.ts'
import type { ClaimRecord, ClaimStatus } from '#lib/store/claims/claim-record.ts'
import type { MemoryDatabase } from '../memory-database.ts'
import type { MemoryGarden } from './memory-garden.ts'

/** A broken promise of a claim, with its kind. */
export interface Violation {
  readonly kind: string
  readonly detail: string
}

type QueuedRow = Pick<ClaimRecord, 'id' | 'status' | 'outcome' | 'poolKey' | 'ticket' | 'account' | 'tenant'> & {
  readonly holder: string | null
}

interface Promised {
  readonly claim: ClaimRecord
  readonly key: string
}

/** Maximum number of clusters on an account of a tenant that may own multiple accounts. */
export const LIMIT = 2

export const TENANTS = ['t-1', 't-2', 't-many'] as const

/** Tenants that may own multiple accounts. */
export const ALLOWED: readonly string[] = ['t-many']

/** A client that writes bindings without the console, and runs clusters without claims. */
export const KEB = 't-keb'

/** The promises to clients, compared with database and garden after each step. */
export class Promises {
  readonly violations: Violation[] = []
  /** Acknowledged claims by key. */
  readonly promised = new Map<string, Promised>()
  readonly released = new Set<string>()
  /** Ids of claims whose response was `waiting`. */
  readonly queued = new Set<string>()
  /** Whether another client has claimed an account. */
  foreignWriter = false
  readonly #database: MemoryDatabase
  readonly #garden: MemoryGarden
  /** Inventories by the name of the process. */
  readonly #inventories: ReadonlyMap<string, Inventory>
  /** Statuses of the previous step by claim id. */
  #statuses = new Map<string, ClaimStatus>()
  /** Released accounts that may nevertheless remain with their tenant. */
  readonly #mayStay = new Set<string>()
  /** Accounts of intents that got a cluster, by claim id. */
  readonly #usedIntents = new Map<string, string>()

  constructor(database: MemoryDatabase, garden: MemoryGarden, inventories: ReadonlyMap<string, Inventory>) {
    this.#database = database
    this.#garden = garden
    this.#inventories = inventories
  }

  violated(kind: string, detail: string): void {
    this.violations.push({ kind, detail })
  }

  acknowledge(claim: ClaimRecord, key: string): void {
    const before = this.promised.get(key)
    if (before && before.claim.id !== claim.id) this.violated('replay', `${key} is ${before.claim.id} and ${claim.id}`)
    if (claim.status === 'waiting') this.queued.add(claim.id)
    if (claim.status !== 'reserved') return
    if (before && before.claim.account !== claim.account)
      this.violated('replay', `${key} got ${before.claim.account} and ${claim.account}`)
    this.promised.set(key, { claim, key })
  }

  /** Checks a change of labels when it lands. */
  checkWrite(before: Binding, after: Binding): void {
    const [was, is] = [readLabels(before.kind, before.labels), readLabels(after.kind, after.labels)]
    const account = accountKey(after.account)
    const held = [...this.#database.claims.values()].filter(
      row => row.account === account && (row.status === 'reserved' || row.status === 'active'),
    )
    if (was.dirty !== 'true' && is.dirty === 'true' && held.length > 0)
      this.violated('dirty-while-claimed', `${after.name} for ${held.map(({ id }) => id).join()}`)
    const isCleaned = was.dirty === 'true' && is.dirty === null && is.tenantName === null
    if (isCleaned && held.length > 0)
      this.violated('cleaned-while-claimed', `${after.name} for ${held.map(({ id }) => id).join()}`)
    const shoots = this.#garden.shootsOn(after)
    if (isCleaned && shoots.length > 0)
      this.violated('cleaned-in-use', `${after.name} with ${shoots.map(({ name }) => name).join()}`)
    const selections = [before, after].map(({ annotations }) => annotations[ANNOTATIONS.selectedBy] ?? null)
    if (selections[1] !== null && selections[0] !== selections[1] && was.dirty !== null)
      this.violated('dirty-selected', `${after.name} by ${selections[1]}`)
    // A reverted mark leaves the account to its tenant, also while a hold waits for the other bindings to be clean.
    const isTakenBack = is.dirty === null || (is.dirty === 'held' && !flagsBefore(after).has('dirty'))
    if (was.dirty === 'true' && isTakenBack && is.tenantName !== null) this.#mayStay.add(account)
    // An unacknowledged selection may be reverted, and a dirty account cleaned.
    if (was.tenantName !== is.tenantName && was.tenantName !== null && (was.dirty === null || held.length > 0))
      this.violated('owner-lost', `${after.name} from ${was.tenantName} to ${is.tenantName}`)
    // A reverted cleaning writes both labels at once.
    if (was.tenantName === null && is.tenantName !== null && was.dirty !== null)
      this.violated('dirty-claimed', after.name)
  }

  checkState(): void {
    const rows = [...this.#database.claims.values()]
    const open = rows.filter(({ status }) => status === 'intent' || status === 'reserved' || status === 'active')
    const byAccount = Map.groupBy(open, ({ account }) => account ?? '')
    for (const [account, claims] of byAccount) {
      const owners = new Set(claims.filter(({ outcome }) => outcome !== 'shared').map(({ tenant }) => tenant))
      if (owners.size > 1) this.violated('two-owners', `${account}: ${[...owners].join()}`)
      if (owners.size > 0 && claims.some(({ outcome }) => outcome === 'shared'))
        this.violated('shared-and-owned', account)
      if (owners.has('t-many') && claims.length > LIMIT)
        this.violated(
          'over-limit',
          `${account}: ${claims.map(c => `${c.key} ${c.status} ${c.outcome} ${c.tenant}`).join()}`,
        )
    }
    this.#checkTenants()
    for (const row of rows) if (isAcknowledged(row)) this.#checkAcknowledged(row)
    this.#noteReleases(rows)
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
      if (tenants.size > 1 && !tenants.has(KEB)) this.violated('two-owners', `${account}: ${[...tenants].join()}`)
    }
  }

  /** A released or reverted account must be marked or freed, unless it has a cluster at that time. */
  #noteReleases(rows: readonly Pick<ClaimRecord, 'id' | 'status' | 'account' | 'binding'>[]): void {
    for (const { id, status, account, binding } of rows) {
      if (status !== 'intent') this.#noteGivenUp(id, status)
      if ((status !== 'releasing' && status !== 'intent') || account === null) continue
      if (status === 'releasing' && this.#statuses.get(id) !== 'releasing') this.#mayStay.delete(account)
      const now = binding && this.#garden.get(binding)
      if (!now || this.#garden.shootsOn(now).length === 0) continue
      if (status === 'intent') this.#usedIntents.set(id, account)
      else this.#mayStay.add(account)
    }
  }

  /** An unacknowledged selection that landed remains if a cluster with the tenant’s name was created. */
  #noteGivenUp(id: string, status: ClaimStatus): void {
    const account = this.#usedIntents.get(id)
    this.#usedIntents.delete(id)
    if (account !== undefined && (status === 'failed' || status === 'waiting')) this.#mayStay.add(account)
  }

  /** A tenant that is not on the allowlist owns at most one account that is not dirty. */
  #checkTenants(): void {
    const inUse = [...this.#garden.bindings.values()].flatMap(({ kind, name, labels, account }) => {
      const { tenantName, dirty } = readLabels(kind, labels)
      return dirty === null && tenantName !== null ? [{ name, tenantName, account: accountKey(account) }] : []
    })
    for (const tenant of TENANTS) {
      const own = inUse.filter(({ tenantName }) => tenantName === tenant)
      if (new Set(own.map(({ account }) => account)).size > 1 && !ALLOWED.includes(tenant))
        this.violated('two-accounts', `${tenant}: ${own.map(({ name }) => name).join()}`)
    }
  }

  /** A waiting claim waits until it gets an account, and no later claim takes a free one first. */
  #checkQueue(rows: readonly QueuedRow[]): void {
    for (const { id, status, outcome, poolKey, ticket, holder, account, tenant } of rows) {
      const before = this.#statuses.get(id)
      if (status === before) continue
      if (status === 'failed' && this.queued.has(id)) this.violated('left-queue', `${id} failed`)
      if (status !== 'intent' || outcome !== 'claim') continue
      const earlier = rows.filter(row => row.status === 'waiting' && row.poolKey === poolKey && row.ticket < ticket)
      if (earlier.length > 0) this.violated('overtaken', `${earlier.map(row => row.id).join()} by ${id}`)
      this.#checkUse(holder, account, tenant)
    }
    this.#statuses = new Map(rows.map(({ id, status }) => [id, status]))
  }

  /** A process does not assign a free account to a tenant if its inventory has a cluster of another tenant on it. */
  #checkUse(holder: string | null, account: string | null, tenant: string): void {
    const known = this.#inventories.get(holder ?? '')?.shootsOfAccount(account ?? '') ?? []
    const foreign = known.filter(({ globalAccount }) => globalAccount !== tenant)
    if (foreign.length > 0) this.violated('given-in-use', `${account} to ${tenant} with ${foreign[0]?.name}`)
  }

  /** The binding of an acknowledged claim has its labels. */
  #checkAcknowledged({
    id,
    tenant,
    outcome,
    binding,
  }: { [F in keyof ClaimRecord]?: ClaimRecord[F] } & { id: string }): void {
    const now = binding && this.#garden.get(binding)
    if (!now) {
      this.violated('lost', `${id} has no binding`)
      return
    }
    const labels = readLabels(now.kind, now.labels)
    if (labels.dirty === 'true') this.violated('dirty-selected', `${id} has ${now.name}`)
    if (outcome === 'shared') {
      if (labels.shared !== 'true' && labels.shared !== 'held')
        this.violated('lost', `${id}: ${now.name} is not shared`)
    } else if (labels.tenantName !== tenant) this.violated('lost', `${id}: ${now.name} is of ${labels.tenantName}`)
  }

  checkEnd(): void {
    const rows = [...this.#database.claims.values()]
    for (const { id, status, binding } of rows) {
      const now = binding && this.#garden.get(binding)
      // A hold remains while another tenant has another binding of the account, or a cluster on it: a person has to
      // resolve that.
      const isOthers = this.foreignWriter || (now !== null && this.#garden.shootsOn(now).length > 0)
      const isHeldForGood = isOthers && now !== null && readLabels(now.kind, now.labels).dirty === 'held'
      if (status === 'releasing' && isHeldForGood) continue
      if (['pending', 'intent', 'releasing'].includes(status)) this.violated('unfinished', `${id} is ${status}`)
    }
    for (const { claim, key } of this.promised.values()) {
      const row = this.#database.claims.get(claim.id)
      const isKept = row !== undefined && isAcknowledged(row) && row.account === claim.account
      if (!isKept && !this.released.has(claim.id)) this.violated('lost', `${key} is ${row?.status}`)
    }
    for (const binding of this.#garden.bindings.values()) {
      const { tenantName, dirty } = readLabels(binding.kind, binding.labels)
      if (tenantName === null || tenantName === KEB || dirty !== null) continue
      if (binding.annotations[ANNOTATIONS.selectedBy] === undefined) continue
      const account = accountKey(binding.account)
      const isKnown = rows.some(row => row.account === account && isAcknowledged(row))
      if (isKnown || this.#mayStay.has(account) || this.#isOfKeb(account)) continue
      this.violated('leak', `${binding.name} is labelled ${tenantName}, and no claim has it`)
    }
    const first = rows.filter(({ status }) => status === 'waiting').sort((a, b) => Number(a.ticket - b.ticket))[0]
    const accounts = Map.groupBy(this.#garden.bindings.values(), ({ account }) => accountKey(account))
    const free = [...accounts].find(
      ([, bindings]) => bindings.every(isFree) && bindings.every(each => this.#garden.shootsOn(each).length === 0),
    )
    if (first && free) this.violated('starved', `${first.id} waits, and ${free[0]} is free`)
    if (this.foreignWriter) return
    const keys = Map.groupBy(rows, ({ key }) => key)
    for (const [key, claims] of keys)
      if (claims.length > 1) this.violated('replay', `${claims.length} claims of ${key}`)
  }

  /** An account that KEB has by another binding is not marked. */
  #isOfKeb(account: string): boolean {
    return [...this.#garden.bindings.values()].some(
      ({ kind, labels, account: own }) => accountKey(own) === account && readLabels(kind, labels).tenantName === KEB,
    )
  }
}

function isAcknowledged({ status }: Pick<ClaimRecord, 'status'>): boolean {
  return status === 'reserved' || status === 'active'
}

/** Whether the labels offer a binding to every tenant. */
export function isFree({ kind, labels }: Binding): boolean {
  const { tenantName, dirty, shared, internal } = readLabels(kind, labels)
  return tenantName === null && dirty === null && shared === null && internal === null
}
