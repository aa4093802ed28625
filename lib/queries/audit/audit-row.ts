import { claimedBinding, entryChange } from '#lib/hap/audit/entry-change.ts'
import type { AuditOutcome } from '#lib/hap/audit/outcome.ts'
import { shortChanges } from '#lib/hap/audit/short-changes.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { AuditRecord } from '#lib/store/audit/list.ts'

/** One line of the audit log: an action with what came of it. */
export interface AuditRow {
  /** Number of its intent in the chain. */
  readonly seq: string
  readonly at: string
  readonly actor: string
  readonly role: string | null
  readonly action: string
  /** Keys, see parseTarget. */
  readonly targets: readonly string[]
  /** Of an action on a claim: the binding the claim has, or had. */
  readonly claimed: BindingRef | null
  readonly reason: string | null
  readonly ticket: string | null
  readonly outcome: AuditOutcome
  /** What the outcome says; null while it is open. */
  readonly detail: string | null
  /** The first changes in short, see shortChanges, and how many more there are. */
  readonly changes: readonly string[]
  readonly moreChanges: number
}

const MOST_CHANGES = 2

export function auditRow(record: AuditRecord): AuditRow {
  const { seq, at, actor, role, action, targets, reason, ticket, outcome, detail } = record
  const changes = shortChanges(entryChange(record))
  return {
    seq: String(seq),
    at,
    actor,
    role,
    action,
    targets,
    claimed: claimedBinding(record),
    reason,
    ticket,
    outcome,
    detail,
    changes: changes.slice(0, MOST_CHANGES),
    moreChanges: Math.max(0, changes.length - MOST_CHANGES),
  }
}
