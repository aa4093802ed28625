import type { CleaningSettings } from '#lib/garden/cleaning-progress.ts'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { ConsistentShoots } from '#lib/garden/consistent-shoots.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { BindingWrites } from '#lib/garden/writes/binding-writes.ts'
import type { Action } from '#lib/hap/actions/action.ts'
import type { PoolQueue } from '#lib/hap/actions/facts.ts'
import type { PreviousOwner } from '#lib/hap/actions/previous-state.ts'
import type { OpenClaim } from '#lib/hap/lifecycle/account-clusters.ts'
import type { Plans } from '#lib/hap/plans/plan.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import type { Pool } from '#lib/hap/pools/pool.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { ReturnedBinding } from '#lib/store/claims/leases.ts'

/** A lease that keeps claims away from an account. It expires unless `holds` renews it. */
export interface AccountFence {
  readonly account: string
  /**
   * Moment of `ActionContext.shoots` since which the fence holds; set when several actions share
   * it.
   */
  readonly since?: number
  /** Duration of the lease without renewal. */
  readonly leaseMs: number
  /** Renews the fence and returns whether it is still held. An action calls it before its write. */
  holds(): Promise<boolean>
  leave(): Promise<void>
}

/**
 * A lease on a tenant's row for one pool: while it is held, no claim of the tenant for that pool is
 * decided.
 */
export interface TenantSlot {
  /** Duration of the lease without renewal. */
  readonly leaseMs: number
  /** Renews the slot and returns whether it is still held. An action calls it before its write. */
  holds(): Promise<boolean>
  leave(): Promise<void>
  /** Name of a binding of another account that a claim takes or may have taken; null if none. */
  aboutToTake(account: string): Promise<string | null>
  /** Makes later claims read a binding that returns to the tenant. False if the slot was lost. */
  returns(returned: ReturnedBinding): Promise<boolean>
}

/** Claims, fences and slots of accounts, as the database stores them. */
export interface AccountClaims {
  /** Claims of the account that are acknowledged, or about to be, and not released. */
  open(account: string): Promise<readonly OpenClaim[]>
  /** Global accounts that released the account and whose release is not finished. */
  releasedBy(account: string): Promise<readonly string[]>
  /**
   * `busy`: another change holds the fence. `claimed`: the account has open claims, so no change
   * can take the fence.
   */
  fence(account: string): Promise<AccountFence | 'busy' | 'claimed'>
  /** Acquires the slot; null while another process holds it. */
  slot(owner: PreviousOwner): Promise<TenantSlot | null>
}

/** The action behind a change of state, for the history of states. */
export interface StateCause {
  readonly action: Action
  readonly actor: string
  /** Number of the intent in the audit chain. */
  readonly intent: bigint
}

/** A binding as an action read it, and as it wrote it. */
export interface WrittenBinding {
  readonly before: Binding
  readonly now: Binding
}

/** The dependencies of every action. */
export interface ActionContext {
  readonly inventory: Inventory
  readonly writes: BindingWrites
  /** Reads past every cache. */
  readonly client: Pick<GardenClient, 'get' | 'page'>
  /** Reads of all shoots, shared by all actions of the process. */
  readonly shoots: Pick<ConsistentShoots, 'moment' | 'read' | 'meanMs'>
  readonly claims: AccountClaims
  readonly audit: Pick<AuditLog, 'intent' | 'outcome' | 'refused'>
  /**
   * Stores who changed the state of a binding. Actions do not wait for it: the observer of states
   * stores the change itself anyway.
   */
  noteState(written: WrittenBinding, cause: StateCause): void
  /** What cleaners may do. Absent for actions of a cleaner itself and where no cleaner runs. */
  readonly cleaning?: CleaningSettings
  /** Global accounts on the allowlist, which may own several accounts. */
  allowed(): readonly string[]
  /** Why releases and cleaning are paused, as a sentence. Null or absent: they are not. */
  pause?(): string | null
  /** Plans in force: their provider types decide which accounts are usable. */
  plans(): Pick<Plans, 'providerTypes'>
  /** Milliseconds since 1970. */
  now(): number
}

/** What a preview shows beyond the plan of an action: who gets the account next. */
export interface Outlook {
  /** The queue of a pool, by the pool's key; null if it is empty. */
  queueOf(pool: string): Promise<PoolQueue | null>
  /** Whether a rule can select from the pool. */
  isReached(pool: Pool): boolean
}

/** The dependencies of a preview. */
export interface PreviewContext extends ActionContext, Outlook {}

/** The outlook where there are neither claims nor rules: no queue, and every pool is reachable. */
export const NO_OUTLOOK: Outlook = { queueOf: async () => null, isReached: () => true }
