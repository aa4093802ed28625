import type { User } from '#lib/auth/session.ts'
import type { Account } from '#lib/hap/pools/binding.ts'
import type { ActionContext } from '#lib/services/actions/action-context.ts'
import { CONSOLE_ACTOR } from '#lib/store/audit/audit-log.ts'
import type { AccountSecret, Cleaner } from './cleaner.ts'
import type { CommonFailures } from './cleaner-error.ts'
import type { CleaningTiming } from './cleaning-state.ts'

/** Dependencies of the cleaners. */
export interface CleanupContext {
  readonly actions: ActionContext
  /** Enabled cleaners by Gardener's provider type. */
  readonly cleaners: ReadonlyMap<string, Cleaner>
  /**
   * Reads the decoded data of the Secret of an account; callers must not cache it. Throws
   * GardenError.
   */
  readSecret(account: Account, signal: AbortSignal): Promise<AccountSecret>
  /** Name of the Gardener project, `kyma-prod`; resources of other projects are never touched. */
  readonly project: string
  /** Whether the cleaners delete and release; false = a dry run that only records its plan. */
  readonly deletes: boolean
  /** Names of bindings, Secrets and provider accounts that are never cleaned. */
  readonly protectedNames: ReadonlySet<string>
  /** Identity of this process as owner of accounts. */
  readonly owner: string
  readonly timing: CleaningTiming
  /** Time limit of one inspection in milliseconds. */
  readonly deadlineMs: number
  /** Failures of all accounts that this process inspects. */
  readonly failures: CommonFailures
  /** From 0 to 1. */
  random(): number
}

/** User of actions by cleaners; its role is not recorded. */
export const CLEANER: User = { id: CONSOLE_ACTOR.name, name: CONSOLE_ACTOR.name, role: 'operator' }
