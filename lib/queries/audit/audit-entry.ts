import { z } from 'zod'
import { type AuditOutcome, type BindingWrite, writtenLines } from '#lib/hap/audit/binding-write.ts'
import { type ChangeLine, type EpochSpan, entryChange, listRequest, wroteWithin } from '#lib/hap/audit/entry-change.ts'
import { type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import { NotFoundError } from '#lib/http/request-errors.ts'
import { listLatestActionsOn } from '#lib/store/audit/actions-on.ts'
import { type AuditRecord, recordsOf } from '#lib/store/audit/records.ts'
import type { Db } from '#lib/store/database/client.ts'
import { AUDIT_LIST, type AuditRow } from './audit-list.ts'

/** A recorded outcome of an action; the last one is valid. */
interface RecordedOutcome {
  readonly seq: string
  readonly at: string
  readonly actor: string
  readonly outcome: AuditOutcome
  readonly detail: string | null
}

interface WrittenBinding extends Pick<BindingWrite, 'binding' | 'found'> {
  readonly lines: readonly ChangeLine[]
}

/** Everything that the log contains about one action. */
export interface AuditEntryView {
  readonly row: AuditRow
  readonly requestId: string | null
  readonly hash: string
  /** Performed or planned change: its first MAX_LINES lines, and the number of further lines. */
  readonly diff: readonly ChangeLine[]
  readonly moreLines: number
  /** Writes of the action, one per binding. */
  readonly wrote: readonly WrittenBinding[]
  readonly asked: readonly (readonly [key: string, value: string])[]
  /** Oldest first. An unknown outcome may be followed by the one that recovery found. */
  readonly outcomes: readonly RecordedOutcome[]
}

/** An allowlist may have thousands of lines. */
const MAX_LINES = 500

/**
 * Returns the action of an entry, which is its intent or an outcome; null when the entry does not
 * exist. Throws StoreError.
 */
export async function getAuditEntry(db: Db, seq: bigint): Promise<AuditEntryView | null> {
  const entry = await db.auditEntry.findUnique({ where: { seq }, select: { kind: true, intentSeq: true } })
  const intent = entry?.kind === 'outcome' ? entry.intentSeq : seq
  const [record] = entry === null || intent === null ? [] : await recordsOf(db, [intent])
  if (!record) return null
  const diff = entryChange(record)
  return {
    row: AUDIT_LIST.toRow(record),
    requestId: record.requestId,
    hash: record.hash,
    diff: diff.slice(0, MAX_LINES),
    moreLines: Math.max(0, diff.length - MAX_LINES),
    wrote: record.wrote.slice(0, MAX_LINES).map(write => {
      return { binding: write.binding, found: write.found, lines: writtenLines(write) }
    }),
    asked: listRequest(record),
    outcomes: await readOutcomes(db, record),
  }
}

async function readOutcomes(db: Db, { seq }: AuditRecord): Promise<readonly RecordedOutcome[]> {
  const rows = await db.auditEntry.findMany({
    where: { intentSeq: seq },
    select: { seq: true, at: true, actor: true, outcome: true, detail: true },
    orderBy: { seq: 'asc' },
    take: MAX_LINES,
  })
  return rows.map(({ seq, at, actor, outcome, detail }) => ({
    seq: String(seq),
    at: at.toISOString(),
    actor,
    outcome: outcome as AuditOutcome,
    detail,
  }))
}

/** Part of an action that is shown to a person whose data it changed. */
export type ChangeAuthor = Pick<AuditRow, 'seq' | 'action' | 'actor' | 'role' | 'reason' | 'ticket'>

/** Newest actions that are searched for changes. */
const MAX_ACTIONS = 20

/**
 * Lists the actions that changed a binding within a span of epochs, oldest first; empty when HAP
 * made no change. Throws StoreError.
 */
export async function listChangeAuthors(
  db: Db,
  binding: BindingRef,
  span: EpochSpan,
): Promise<readonly ChangeAuthor[]> {
  if (span.to <= span.from) return []
  const records = await listLatestActionsOn(db, binding, MAX_ACTIONS)
  return records
    .filter(record => wroteWithin(record, bindingKey(binding), span))
    .map(record => {
      const { seq, action, actor, role, reason, ticket } = AUDIT_LIST.toRow(record)
      return { seq, action, actor, role, reason, ticket }
    })
    .toReversed()
}

/** Number of an entry of the audit chain. */
export const EntryNumber = z
  .string()
  .regex(/^\d{1,18}$/, { error: 'must be the number of an entry' })
  .transform(BigInt)

/** Parses the number of an entry in an address. Throws NotFoundError for an impossible number. */
export function parseEntryNumber(text: string): bigint {
  const seq = EntryNumber.safeParse(text)
  if (!seq.success) throw new NotFoundError('There is no such entry in the audit log.')
  return seq.data
}
