import type { CleaningSettings } from '#lib/garden/cleaning/cleaning-settings.ts'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { ConsistentShoots } from '#lib/garden/fresh/consistent-shoots.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { BindingWrites } from '#lib/garden/writes/binding-writes.ts'
import type { Action } from '#lib/hap/actions/action.ts'
import type { Owner } from '#lib/hap/actions/previous-state.ts'
import type { OpenClaim } from '#lib/hap/lifecycle/account-clusters.ts'
import type { Plans } from '#lib/hap/plans/plan.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { ReturnedBinding } from '#lib/store/slots/returned-bindings.ts'

/** Keeps claims away from an account until it ends. */
export interface AccountFence {
  readonly account: string
  /** Moment of `ActionContext.shoots` since which it lasts, where it was taken before the action that uses it. */
  readonly since?: number
  /** Whether it lasts still; to be asked before a write. */
  holds(): Promise<boolean>
  leave(): Promise<void>
}

/** Keeps a tenant's claims for dedicated accounts of a type from being decided until it ends. */
export interface TenantSlot {
  /** Whether it lasts still; to be asked before a write. */
  holds(): Promise<boolean>
  leave(): Promise<void>
  /** Name of a binding of another account that a claim is about to take, or may have taken; null when there is none. */
  aboutToTake(account: string): Promise<string | null>
  /** Makes later claims look at a binding that is about to be the tenant's again. False when the slot is not ours any more. */
  returns(returned: ReturnedBinding): Promise<boolean>
}

/** What the database knows of accounts. */
export interface AccountClaims {
  /** Claims of the account that are about to be, or are, acknowledged and not released. */
  open(account: string): Promise<readonly OpenClaim[]>
  /** Global accounts whose claims of the account were given back and are not dealt with yet. */
  givenBackBy(account: string): Promise<readonly string[]>
  /** `busy`: another change of the account is under way. `claimed`: claims are open on it, so that no other change can take a fence either. */
  fence(account: string): Promise<AccountFence | 'busy' | 'claimed'>
  /** Null while somebody else has it. */
  slot(owner: Owner): Promise<TenantSlot | null>
}

/** Why a binding is in another state. */
export interface StateCause {
  readonly action: Action
  readonly actor: string
  /** Number of the intent in the audit chain. */
  readonly intent: bigint
}

/** What all actions share. */
export interface ActionContext {
  readonly inventory: Inventory
  readonly writes: BindingWrites
  /** For reads past every cache. */
  readonly client: Pick<GardenClient, 'get' | 'page'>
  /** Reads of all shoots, which all actions of the process share. */
  readonly shoots: Pick<ConsistentShoots, 'moment' | 'read' | 'meanMs'>
  readonly claims: AccountClaims
  readonly audit: Pick<AuditLog, 'intent' | 'outcome' | 'refused'>
  /** Writes down who put a binding into its new state. Nobody waits for it: the state itself is seen and written down anyway. */
  noteState(now: Binding, cause: StateCause): void
  /** What cleaners may do; without it, as for the cleaner itself, nobody is asked to clean. */
  readonly cleaning?: CleaningSettings
  /** Global accounts that may own several accounts. */
  allowed(): readonly string[]
  /** Why releases and cleaning pause, as sentences; null, or without it, when they do not. */
  pause?(): string | null
  /** Plans in force: their provider types decide which accounts are usable. */
  plans(): Pick<Plans, 'providerTypes'>
  /** Milliseconds since 1970. */
  now(): number
}
