import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { Request } from '#lib/hap/request.ts'
import type { ClaimCause, ClaimOutcome, ClaimRecord, ClaimStatus, WaitTerms } from './claim-record.ts'
import type { FenceLease, FenceRefusal, SlotKey, SlotLease } from './leases.ts'

/** A request for an account as it arrives. */
export interface Arrival {
  readonly id: string
  readonly key: string
  readonly requestHash: string
  readonly request: Request
  readonly cluster: string | null
  /** Every known name that a claim may use for that cluster. */
  readonly names: readonly string[]
  readonly actor: string
  readonly requestId: string | null
  /** Default: it waits without an end. */
  readonly terms?: WaitTerms
}

/**
 * Time-limited right to work on a claim. Once another process acquires the lease, the token is
 * larger and writes with the old token are refused.
 */
export interface ClaimLease {
  readonly id: string
  readonly token: bigint
}

/** What a decision asks of the database. */
export interface Question {
  /** Tenant and type of the accounts; null for a shared pool. */
  readonly slot: SlotKey | null
  /** Empty when the request leads to no pool. */
  readonly poolKey: string
  /** Accounts whose clusters are counted, besides those that claims of the slot are on. */
  readonly accounts: readonly string[]
  /** Names and runtime ids of the shoots on those accounts: which of them belong to a claim. */
  readonly clusters: readonly string[]
}

/** Clusters of an account that the database knows, without the claim that asks. */
export interface AccountCount {
  readonly account: string
  readonly active: number
  readonly reserved: number
  /** Those of Question.clusters that have a claim on the account. */
  readonly registered: readonly string[]
}

/** A binding that claims of the slot got, or that an action gave back to the tenant. */
export interface GivenBinding extends BindingRef {
  /** The account that the binding referred to: another binding may have the name now. */
  readonly account: string
  readonly epoch: number
  /** Whether the write that releases it may still land although its sender lost the slot. */
  readonly mayLand: boolean
}

/** What the database knows at the moment of a decision. */
export interface Facts {
  /** Other claims of the slot whose write is pending or in doubt. They are resolved before a decision. */
  readonly rivals: readonly string[]
  readonly given: readonly GivenBinding[]
  readonly counts: readonly AccountCount[]
  /** Accounts with a fence. */
  readonly fenced: readonly string[]
  /** Accounts that other claims of the pool are about to take. */
  readonly beingTaken: readonly string[]
  /** Earlier claims that wait for the same pool or are being retried. */
  readonly ahead: number
  /** How many of these belong to the tenant. */
  readonly aheadOfTenant: number
}

/** A binding that was chosen. */
export interface Pick {
  readonly outcome: ClaimOutcome
  readonly binding: BindingRef & { readonly uid: string }
  readonly account: string
  /** Epochs of the account's other bindings, when it is claimed: a claim may have got one of them since. */
  readonly siblings: readonly (BindingRef & { readonly epoch: number })[]
  /** Clusters of the account counted in the database for the decision; null where no limit applies. */
  readonly counted: number | null
  readonly limit: number | null
}

/** Pool, rules and reasoning of a decision; stored with the claim. */
export interface Grounds {
  readonly poolKey: string | null
  readonly hyperscalerType: string | null
  readonly euAccess: boolean
  readonly selector: string | null
  readonly rulesRevision: string
  readonly settingsVersion: number | null
  readonly reasoning: object
  /** A sentence. */
  readonly message: string
}

/** What `choose` returns for the facts. */
export type Choice =
  | { readonly kind: 'take'; readonly pick: Pick; readonly grounds: Grounds }
  | { readonly kind: 'wait'; readonly grounds: Grounds }
  | { readonly kind: 'refuse'; readonly grounds: Grounds; readonly cause?: ClaimCause }
  | Unsettled

/**
 * What must happen before a decision: read bindings or the pool, write bindings so that no older
 * write lands, resolve claims, or wait for an operation.
 */
type Unsettled =
  | { readonly kind: 'busy' }
  /**
   * Gardener refuses the only account that the tenant may get. The claim fails with this message
   * and may be retried.
   */
  | { readonly kind: 'own-unusable'; readonly message: string }
  /**
   * With the epoch that a claim gave the binding, if that is the reason: a recreated binding may
   * never have it.
   */
  | { readonly kind: 'look'; readonly bindings: readonly (BindingRef & { readonly epoch?: number })[] | 'pool' }
  | { readonly kind: 'raise-epoch'; readonly bindings: readonly GivenBinding[] }
  | { readonly kind: 'resolve'; readonly claims: readonly string[] }

export interface DecisionOrder {
  readonly lease: ClaimLease
  /**
   * For a dedicated pool: the slot under which it decides. Null for a shared pool, which is locked
   * instead.
   */
  readonly slot: SlotLease | null
  readonly question: Question
  /** Audit intent of the decision. */
  readonly audit: bigint
  /** Runs within the transaction, possibly several times. */
  choose(facts: Facts): Choice
}

/**
 * `lost`: another process has the lease of the claim or the slot. `passed-over`: in between the
 * account was fenced, taken by another tenant, or got more clusters; nothing was written.
 */
export type Verdict =
  | { readonly kind: 'taken' | 'waiting' | 'refused'; readonly claim: ClaimRecord }
  | Unsettled
  | { readonly kind: 'lost' }
  | { readonly kind: 'passed-over'; readonly account: string; readonly why: 'fenced' | 'foreign' | 'count' }

export interface ClaimFilter {
  readonly key?: string
  readonly tenant?: string
  readonly poolKey?: string
  readonly statuses?: readonly ClaimStatus[]
  readonly offset: number
  readonly limit: number
}

/**
 * The database's side of the claim protocol. Every call is atomic and isolated. Times are those of
 * the database's clock; a lease lasts LEASE_MS. Throws StoreError; only with `outcomeUnknown` may
 * the call have taken effect.
 */
export interface Ledger {
  /**
   * Inserts a claim as `pending` with its first lease, or returns the claim that has the key. Null,
   * and nothing is written, when another claim is for its cluster; adopted claims do not count.
   */
  recordArrival(
    arrival: Arrival,
    holder: string,
  ): Promise<{ readonly claim: ClaimRecord; readonly isNew: boolean } | null>
  get(id: string): Promise<ClaimRecord | null>
  /**
   * Acquires the lease of a claim that has not failed. Null when the claim changed since `seen` or
   * another process has the lease.
   */
  acquire(seen: ClaimRecord, holder: string): Promise<ClaimRecord | null>
  /**
   * Acquires the lease of a failed claim and makes it pending. `taken` when another claim is for
   * its cluster.
   */
  restart(seen: ClaimRecord, holder: string, names: readonly string[]): Promise<ClaimRecord | 'cluster-taken' | null>

  /** Stores the texts of a rules revision unless they are stored already. */
  saveRules(revision: string, texts: readonly string[]): Promise<void>

  acquireSlot(key: SlotKey, holder: string): Promise<SlotLease | null>
  releaseSlot(slot: SlotLease): Promise<void>

  decide(order: DecisionOrder): Promise<Verdict>
  /** The facts that a claim arriving now would be decided on. Locks nothing, so no decision may use them. */
  previewFacts(question: Question): Promise<Facts>
  /** Whether claims of other tenants keep a tenant from the pick. */
  isTakenByOthers(pick: Pick, tenant: string): Promise<boolean>
  /** intent → reserved, and the slot is released. Null when the lease is lost. */
  confirm(lease: ClaimLease, epoch: number, slot: SlotLease | null): Promise<ClaimRecord | null>
  /**
   * pending, intent, or waiting under a lease → failed: no write of the claim can land any more. False when
   * the lease is lost.
   */
  fail(lease: ClaimLease, message: string): Promise<boolean>
  /**
   * intent → waiting, for a claim that waited before, at its old position. False when the lease is
   * lost or it never waited.
   */
  requeue(lease: ClaimLease, message: string): Promise<boolean>
  /** Releases the lease and keeps the status, with another message if one is given. */
  releaseLease(lease: ClaimLease, message?: string): Promise<void>

  /** Pending and intent claims without a lease, those with the fewest attempts first. */
  listInterrupted(limit: number): Promise<readonly ClaimRecord[]>
  /** Releasing claims without a lease. */
  listReleasing(limit: number): Promise<readonly ClaimRecord[]>
  /** Waiting claims by ticket, of one pool or of all. */
  listWaiting(poolKey: string | null, limit: number, offset?: number): Promise<readonly ClaimRecord[]>
  /** Position of a waiting claim in its queue, from 1. */
  position(claim: ClaimRecord): Promise<number>
  /** Reserved claims whose cluster does not exist yet. */
  listExpected(limit: number): Promise<readonly ClaimRecord[]>
  list(filter: ClaimFilter): Promise<{ readonly claims: readonly ClaimRecord[]; readonly total: number }>

  /**
   * reserved → active for these ids. Ends adopted claims for `clusters` under any name. `audit` is
   * the intent.
   */
  activate(ids: readonly string[], clusters: readonly string[], audit: bigint): Promise<Activation>
  /**
   * Sets the cluster of an unfinished claim. Refused when another open claim is for it or the claim
   * is over. Ends adopted claims for it under any of `names`. `audit` is the intent.
   */
  setCluster(id: string, cluster: string, names: readonly string[], audit: bigint): Promise<Naming>
  /**
   * reserved or active → releasing, leased to the holder and without the message of the claim;
   * pending, waiting or failed → released.
   * `audit` is the intent. Null in any other status.
   */
  beginRelease(id: string, holder: string, audit: bigint): Promise<ClaimRecord | null>
  /**
   * waiting → released, also under the lease of another process: its decision is lost then. Null in any other
   * status, so an account that was assigned before stays with the claim.
   */
  endWaiting(id: string, end: QueueEnd): Promise<ClaimRecord | null>
  /** releasing → released. False when the lease is lost. */
  finishRelease(lease: ClaimLease, message: string): Promise<boolean>

  /** Acquires the fence of an account without open claims. */
  acquireFence(account: string, holder: string): Promise<FenceLease | FenceRefusal>
  /** Renews the fence; false when it is lost. Call it after reading and before writing a binding. */
  renewFence(fence: FenceLease): Promise<boolean>
  releaseFence(fence: FenceLease): Promise<void>
}

/** The end of a waiting claim. */
export interface QueueEnd {
  readonly cause: ClaimCause
  /** A sentence. */
  readonly message: string
  /** Audit intent of the end. */
  readonly audit: bigint
}

/** Result of `activate`. */
export interface Activation {
  /** How many became active. */
  readonly active: number
  /** Ids of the adopted claims that ended. */
  readonly gaveWay: readonly string[]
}

/** Result of `setCluster`: ids of the adopted claims that ended, or why the cluster was not set. */
export type Naming = { readonly gaveWay: readonly string[] } | 'missing' | 'over' | 'cluster-taken'

/** Message of a claim that was released before it got an account. */
export const HAD_NO_ACCOUNT = 'It had no account.'
