import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { Request } from '#lib/hap/request.ts'
import type { ClaimOutcome, ClaimRecord, ClaimStatus } from './claim-record.ts'
import type { FenceLease, FenceRefusal, SlotKey, SlotLease } from './leases.ts'

/** A request for an account as it comes in. */
export interface Arrival {
  readonly id: string
  readonly key: string
  readonly requestHash: string
  readonly request: Request
  readonly cluster: string | null
  /** Each name by which a claim may call that cluster, as far as it is known. */
  readonly names: readonly string[]
  readonly actor: string
  readonly requestId: string | null
}

/** The right to work on a claim: whatever is written in its name is refused once somebody else has a later token. */
export interface ClaimLease {
  readonly id: string
  readonly token: bigint
}

/** What a decision wants to know of the database. */
export interface Question {
  /** Whose accounts of which type; null for a shared pool. */
  readonly slot: SlotKey | null
  /** Empty: no pool is led to. */
  readonly poolKey: string
  /** Accounts whose clusters are to be counted, beside those the slot's claims are on. */
  readonly accounts: readonly string[]
  /** Names and runtime ids of the shoots on those accounts: which of them belong to a claim. */
  readonly clusters: readonly string[]
}

/** Clusters of an account that the database knows, the claim that asks aside. */
export interface AccountCount {
  readonly account: string
  readonly active: number
  readonly reserved: number
  /** Those of Question.clusters that a claim on the account is for. */
  readonly registered: readonly string[]
}

/** A binding that claims of the slot were given, or that became the tenant's again by another way. */
export interface GivenBinding extends BindingRef {
  /** What the binding referred to: the name may belong to a binding of another account now. */
  readonly account: string
  readonly epoch: number
  /** Whether what gives it back may still be on its way, though whoever sent it has lost the slot. */
  readonly mayLand: boolean
}

/** What the database knew at the moment of a decision. */
export interface Facts {
  /** Other claims of the slot that are about to be written, or may have been: to be resolved before anything is decided. */
  readonly rivals: readonly string[]
  readonly given: readonly GivenBinding[]
  readonly counts: readonly AccountCount[]
  /** Accounts an operation is at work on. */
  readonly fenced: readonly string[]
  /** Accounts that claims of others in the pool are about to take. */
  readonly beingTaken: readonly string[]
  /** Claims that came earlier and wait for the same pool, or are tried again at this moment. */
  readonly ahead: number
  /** Of these the tenant's own. */
  readonly aheadOfTenant: number
}

/** A binding that was chosen. */
export interface Pick {
  readonly outcome: ClaimOutcome
  readonly binding: BindingRef & { readonly uid: string }
  readonly account: string
  /** What is known of the other bindings of an account that is to be claimed: a claim may have had one of them since. */
  readonly siblings: readonly (BindingRef & { readonly epoch: number })[]
  /** Clusters of the account counted in the database for the decision; null where no limit applies. */
  readonly counted: number | null
  readonly limit: number | null
}

/** Which pool was searched by which rules, and why it came out so: kept with the claim. */
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

/** What is made of the facts. */
export type Choice =
  | { readonly kind: 'take'; readonly pick: Pick; readonly grounds: Grounds }
  | { readonly kind: 'wait'; readonly grounds: Grounds }
  | { readonly kind: 'refuse'; readonly grounds: Grounds }
  | Unsettled

/**
 * What has to be done before it can be decided: read bindings, or the pool; write them, so that nothing older lands; resolve claims;
 * wait for an operation.
 */
type Unsettled =
  | { readonly kind: 'busy' }
  /** Gardener refuses the only account that may be given: the claim fails with this sentence, and may be retried. */
  | { readonly kind: 'own-unusable'; readonly message: string }
  /** With the epoch a claim gave a binding, where that is why: a binding that was made anew may never have it. */
  | { readonly kind: 'look'; readonly bindings: readonly (BindingRef & { readonly epoch?: number })[] | 'pool' }
  | { readonly kind: 'fence'; readonly bindings: readonly GivenBinding[] }
  | { readonly kind: 'resolve'; readonly claims: readonly string[] }

export interface DecisionOrder {
  readonly lease: ClaimLease
  /** For a dedicated pool: decides only while this is ours. For a shared one null: the pool is locked. */
  readonly slot: SlotLease | null
  readonly question: Question
  /** Intent in the audit chain of what is decided. */
  readonly audit: bigint
  /** Called within the transaction, maybe several times. */
  choose(facts: Facts): Choice
}

/**
 * `lost`: somebody else works on the claim or has the slot. `passed-over`: meanwhile the account was fenced, taken by another
 * tenant, or got more clusters; nothing was written.
 */
export type Verdict =
  | { readonly kind: 'taken' | 'waiting' | 'refused'; readonly claim: ClaimRecord }
  | Unsettled
  | { readonly kind: 'lost' }
  | { readonly kind: 'passed-over'; readonly account: string; readonly why: 'fenced' | 'foreign' | 'count' }

export interface ClaimFilter {
  readonly tenant?: string
  readonly poolKey?: string
  readonly statuses?: readonly ClaimStatus[]
  readonly offset: number
  readonly limit: number
}

/**
 * The database's side of the claim protocol. Each call is atomic and as if alone. Times are by the clock of the database; a
 * lease runs LEASE_MS. Throws StoreError; then a call may have happened all the same only if `outcomeUnknown`.
 */
export interface Ledger {
  /**
   * Writes a new claim `pending`, with its first lease, unless there is one of that key: that one is returned. Null, and nothing
   * is written, when another claim is for its cluster; those that were adopted do not count.
   */
  recordArrival(arrival: Arrival, holder: string): Promise<{ readonly claim: ClaimRecord; readonly isNew: boolean } | null>
  get(id: string): Promise<ClaimRecord | null>
  /** Begins to work on a claim that nobody works on, as it was seen, unless it failed. Null when it was not so any more. */
  acquire(seen: ClaimRecord, holder: string): Promise<ClaimRecord | null>
  /** The same of one that failed, which becomes pending again; refused when another claim is for its cluster by now. */
  restart(seen: ClaimRecord, holder: string, names: readonly string[]): Promise<ClaimRecord | 'taken' | null>

  /** Keeps the texts of a rules revision, unless they are kept already. */
  saveRules(revision: string, texts: readonly string[]): Promise<void>

  acquireSlot(key: SlotKey, holder: string): Promise<SlotLease | null>
  releaseSlot(slot: SlotLease): Promise<void>

  decide(order: DecisionOrder): Promise<Verdict>
  /** What a claim that came now would be decided by. Nothing is locked: only to tell people. */
  previewFacts(question: Question): Promise<Facts>
  /** Whether what was picked for a tenant would be passed over for claims of others. */
  isTakenByOthers(pick: Pick, tenant: string): Promise<boolean>
  /** intent → reserved, and the slot is left. Null when the lease is lost. */
  confirm(lease: ClaimLease, epoch: number, slot: SlotLease | null): Promise<ClaimRecord | null>
  /** pending, intent, or waiting and taken up → failed: nothing was written in its name, and nothing will be. False when the lease is lost. */
  fail(lease: ClaimLease, message: string): Promise<boolean>
  /** The same of a claim that waited before: intent → waiting, in the place it had. False when the lease is lost, or it never waited. */
  requeue(lease: ClaimLease, message: string): Promise<boolean>
  /** Ends the work on a claim as it is, with another message if one is given; the next process may begin. */
  releaseLease(lease: ClaimLease, message?: string): Promise<void>

  /** Claims whose work was interrupted, oldest first: pending and intent ones nobody works on. */
  listInterrupted(limit: number): Promise<readonly ClaimRecord[]>
  /** Claims given back and not dealt with, and nobody at work on them. */
  listReleasing(limit: number): Promise<readonly ClaimRecord[]>
  /** Waiting claims by ticket, of one pool or of all. */
  listWaiting(poolKey: string | null, limit: number, offset?: number): Promise<readonly ClaimRecord[]>
  /** Place in the queue of a waiting claim, from 1. */
  position(claim: ClaimRecord): Promise<number>
  /** Acknowledged claims that name a cluster which was not seen yet. */
  listExpected(limit: number): Promise<readonly ClaimRecord[]>
  list(filter: ClaimFilter): Promise<{ readonly claims: readonly ClaimRecord[]; readonly total: number }>

  /** reserved → active for these ids; adopted claims for `clusters`, by whatever name, give way to them. `audit` is the intent of this. */
  activate(ids: readonly string[], clusters: readonly string[], audit: bigint): Promise<Activation>
  /**
   * Names the cluster of an open or waiting claim; refused when another open claim is for it, or the claim is over. An adopted
   * claim for it, under any of `names`, gives way. `audit` is the intent of this.
   */
  setCluster(id: string, cluster: string, names: readonly string[], audit: bigint): Promise<Naming>
  /**
   * An acknowledged claim → releasing, one that waits → released, which its message then says; leased to the holder, and `audit` is the intent of this. Null
   * when it is neither.
   */
  beginRelease(id: string, holder: string, audit: bigint): Promise<ClaimRecord | null>
  /** releasing → released. False when the lease is lost. */
  finishRelease(lease: ClaimLease, message: string): Promise<boolean>

  /** Takes the fence of an account on which no claim is open. */
  acquireFence(account: string, holder: string): Promise<FenceLease | FenceRefusal>
  /** Whether the fence is still ours; it then runs anew. To be asked after reading and before writing a binding. */
  renewFence(fence: FenceLease): Promise<boolean>
  releaseFence(fence: FenceLease): Promise<void>
}

/** What came of claims whose clusters were seen. */
export interface Activation {
  /** How many became active. */
  readonly active: number
  /** Ids of adopted claims that ended for them. */
  readonly gaveWay: readonly string[]
}

/** What came of naming a cluster: the ids of adopted claims that ended for it, or why it was not done. */
export type Naming = { readonly gaveWay: readonly string[] } | 'missing' | 'over' | 'taken'

/** Message of a claim that was given back before it got an account. */
export const HAD_NO_ACCOUNT = 'It had no account.'
