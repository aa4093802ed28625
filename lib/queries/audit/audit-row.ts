import type { AuditOutcome } from '#lib/hap/audit/binding-write.ts'
import { changeWords } from '#lib/hap/audit/change-text.ts'
import { claimedBinding } from '#lib/hap/audit/entry-change.ts'
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
  /** What it came to, or was to, see changeWords; null for nothing. */
  readonly change: string | null
}

export function auditRow(record: AuditRecord): AuditRow {
  const { seq, at, actor, role, action, targets, reason, ticket, outcome, detail } = record
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
    change: shortened(changeWords(record)),
  }
}

/** A list shows no more of it; the page of the entry has every line. */
const MOST_CHARACTERS = 200

function shortened(words: string | null): string | null {
  return words !== null && words.length > MOST_CHARACTERS ? `${words.slice(0, MOST_CHARACTERS - 1)}…` : words
}
