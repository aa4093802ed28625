import type { AuditOutcome } from './outcome.ts'

/** What the audit log keeps of an action, as far as it tells what was changed. */
export interface AuditedChange {
  readonly targets: readonly string[]
  readonly outcome: AuditOutcome
  readonly before: unknown
  readonly wanted: unknown
  /** What it was afterwards, where somebody looked. */
  readonly result: unknown
}
