import { z } from 'zod'
import { ACTIONS } from '#lib/hap/actions/action.ts'
import { AUDIT_OUTCOMES } from '#lib/hap/audit/binding-write.ts'
import { describeChange } from '#lib/hap/audit/change-text.ts'
import { claimedBinding } from '#lib/hap/audit/entry-change.ts'
import { actionVerb } from '#lib/hap/audit/target.ts'
import { compareText } from '#lib/hap/text.ts'
import type { SearchField } from '#lib/search/field.ts'
import { listOccurring } from '#lib/store/audit/condition.ts'
import type { AuditRecord } from '#lib/store/audit/records.ts'
import type { Db } from '#lib/store/database/client.ts'
import { byText, defineList, type RowOf } from '../lists/define-list.ts'
import { BindingRef } from '../lists/row-schemas.ts'

const AGES = ['1h', '24h', '7d', '30d']

/**
 * The audit log. The database searches and sorts it: `auditCondition` defines each field. Files
 * contain fields that rows lack.
 */
export const AUDIT_LIST = defineList<AuditRecord>()(
  { defaultSort: '-at', tie: (a, b) => Number(a.seq - b.seq) },
  {
    seq: {
      /** Number of the intent in the chain. */
      row: z.string(),
      value: ({ seq }) => String(seq),
      column: ['entry', 'action'],
      csv: 'entry',
    },
    actor: {
      row: z.string(),
      search: { kind: 'text', description: 'user, or part of the name' },
      csv: 'actor',
    },
    by: { search: { kind: 'text', description: 'same as actor' } },
    role: { row: z.string().nullable(), csv: 'role' },
    action: { row: z.string(), search: { kind: 'enum', description: 'action' }, csv: 'action' },
    outcome: {
      row: z.enum(AUDIT_OUTCOMES),
      search: { kind: 'enum', values: AUDIT_OUTCOMES, aliases: { done: 'accepted' }, description: 'outcome' },
      csv: 'outcome',
      csvBefore: 'detail',
    },
    outcomeAt: { csv: 'outcome_at', column: [], csvBefore: 'detail' },
    at: {
      row: z.string(),
      search: { kind: 'time', examples: AGES, description: 'time: a day in UTC, or an age' },
      sort: byText(({ at }) => at),
      csv: 'at',
      csvBefore: 'actor',
    },
    when: { search: { kind: 'time', examples: AGES, description: 'same as at' } },
    targets: {
      /** Keys; see parseTarget. */
      row: z.array(z.string()),
      search: { name: 'target', kind: 'text', description: 'part of the binding, claim or global account' },
      column: ['target', 'tenant'],
      csv: { targets: targets => targets.join(' ') },
    },
    claimed: {
      /** For an action on a claim: the current or last binding of the claim. */
      row: BindingRef.nullable(),
      value: claimedBinding,
    },
    ga: { search: { kind: 'text', prefix: true, description: 'global account concerned' } },
    tenant: { search: { kind: 'text', prefix: true, description: 'same as ga' } },
    reason: {
      row: z.string().nullable(),
      search: { kind: 'text', description: 'part of the reason' },
      csv: 'reason',
    },
    ticket: {
      row: z.string().nullable(),
      search: { kind: 'text', description: 'part of the ticket' },
      csv: 'ticket',
    },
    detail: {
      /** The message of the outcome; null while it is open. */
      row: z.string().nullable(),
      search: { kind: 'text', description: 'part of the outcome message' },
      column: 'reason',
      csv: 'detail',
    },
    change: {
      /** Performed or planned change, see describeChange; null for none. */
      row: z.string().nullable(),
      value: record => shortened(describeChange(record)),
    },
    requestId: {
      search: { name: 'request', kind: 'text', description: 'part of the request id' },
      column: [],
      csv: 'request_id',
    },
    before: { column: 'changes', csv: { before: asJson } },
    wanted: { column: 'changes', csv: { wanted: asJson } },
    result: { column: 'changes', csv: { result: asJson } },
    wrote: { column: 'changes', csv: { wrote: (_, { wrote }) => (wrote.length === 0 ? null : asJson(wrote)) } },
    outcomeSeq: {
      column: [],
      csv: { outcome_entry: (_, { outcomeSeq }) => (outcomeSeq === null ? null : String(outcomeSeq)) },
    },
    hash: { column: [], csv: 'hash' },
    actorIssuer: { row: z.string().nullable(), column: 'actor', csv: 'actor_issuer' },
    actorSubject: { row: z.string().nullable(), column: 'actor', csv: 'actor_subject' },
  },
)

/** One row of the audit log: an action with its outcome. */
export type AuditRow = RowOf<typeof AUDIT_LIST>

const MAX_OFFERED = 50

/** Returns the search fields with actions and actors of the log as examples. Throws StoreError. */
export async function listAuditFields(db: Db): Promise<readonly SearchField[]> {
  const [actions, actors] = await Promise.all([
    listOccurring(db, 'action', { limit: MAX_OFFERED }),
    listOccurring(db, 'actor', { limit: MAX_OFFERED }),
  ])
  const examples: Readonly<Record<string, readonly string[]>> = {
    action: [...new Set([...ACTIONS, ...actions].map(actionVerb))].sort(compareText),
    actor: actors,
    by: actors,
  }
  return AUDIT_LIST.fields.map(field => {
    const found = examples[field.name]
    return found === undefined ? field : { ...field, examples: found }
  })
}

function asJson(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value)
}

/** Maximum characters of a change in the list; the page of the entry shows every line. */
const MAX_CHANGE = 200

function shortened(text: string | null): string | null {
  return text !== null && text.length > MAX_CHANGE ? `${text.slice(0, MAX_CHANGE - 1)}…` : text
}
