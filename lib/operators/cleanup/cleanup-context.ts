import type { User } from '#lib/auth/session.ts'
import type { Account } from '#lib/hap/pools/binding.ts'
import type { ActionContext } from '#lib/services/actions/action-context.ts'
import { CONSOLE_ACTOR } from '#lib/store/audit/audit-log.ts'
import type { AccountSecret, Cleaner } from './cleaner.ts'
import type { CommonFailures } from './cleaner-error.ts'
import type { CleaningTiming } from './cleaning-state.ts'

/** Everything cleaning needs from outside. */
export interface CleanupContext {
  readonly actions: ActionContext
  /** By Gardener's provider type; those that are on. */
  readonly cleaners: ReadonlyMap<string, Cleaner>
  /** Data of the Secret of an account, decoded. Throws GardenError. Nobody keeps it. */
  readSecret(account: Account, signal: AbortSignal): Promise<AccountSecret>
  /** Name of the Gardener project, `kyma-prod`: what another made is never touched. */
  readonly project: string
  /** Whether anything is deleted or given back; false = a dry run that only notes what it would do. */
  readonly deletes: boolean
  /** Bindings, Secrets, and accounts of providers by name, which nobody ever cleans. */
  readonly protectedNames: ReadonlySet<string>
  /** Who this process is, for the accounts it deletes in. */
  readonly owner: string
  readonly timing: CleaningTiming
  /** For one look at one account. */
  readonly deadlineMs: number
  /** Failures of all accounts this process looks at. */
  readonly failures: CommonFailures
  /** From 0 to 1. */
  random(): number
}

/** Who cleans, as the verbs ask for somebody; no role of it is recorded. */
export const CLEANER: User = { id: CONSOLE_ACTOR.name, name: CONSOLE_ACTOR.name, role: 'operator' }
