import { ACTIONS } from '#lib/hap/actions/action.ts'
import { AUDIT_OUTCOMES } from '#lib/hap/audit/binding-write.ts'
import { actionVerb } from '#lib/hap/audit/target.ts'
import { compareText } from '#lib/hap/text/text.ts'
import type { SearchField } from '#lib/search/field.ts'
import { occurring } from '#lib/store/audit/occurring.ts'
import type { Db } from '#lib/store/database/client.ts'

/** What the audit log can be searched by; auditCondition knows each of them. */
export const AUDIT_FIELDS: readonly SearchField[] = [
  { name: 'actor', kind: 'text', description: 'who did it, or a part of the name' },
  { name: 'by', kind: 'text', description: 'same as actor' },
  { name: 'action', kind: 'enum', description: 'what was done' },
  {
    name: 'outcome',
    kind: 'enum',
    values: AUDIT_OUTCOMES,
    aliases: { done: 'accepted' },
    description: 'outcome',
  },
  { name: 'at', kind: 'time', examples: ['1h', '24h', '7d', '30d'], description: 'time: a day in UTC, or an age' },
  { name: 'when', kind: 'time', examples: ['1h', '24h', '7d', '30d'], description: 'same as at' },
  { name: 'target', kind: 'text', description: 'part of the binding, claim or global account' },
  { name: 'ga', kind: 'text', prefix: true, description: 'global account concerned' },
  { name: 'tenant', kind: 'text', prefix: true, description: 'same as ga' },
  { name: 'reason', kind: 'text', description: 'part of the reason' },
  { name: 'ticket', kind: 'text', description: 'part of the ticket' },
  { name: 'detail', kind: 'text', description: 'part of the outcome message' },
  { name: 'request', kind: 'text', description: 'part of the request id' },
]

const MOST_OFFERED = 50

/** The fields, offering what occurs in the log. Throws StoreError. */
export async function auditFields(db: Db): Promise<readonly SearchField[]> {
  const [actions, actors] = await Promise.all([
    occurring(db, 'action', { limit: MOST_OFFERED }),
    occurring(db, 'actor', { limit: MOST_OFFERED }),
  ])
  const examples: Readonly<Record<string, readonly string[]>> = {
    action: [...new Set([...ACTIONS, ...actions].map(actionVerb))].sort(compareText),
    actor: actors,
    by: actors,
  }
  return AUDIT_FIELDS.map(field => {
    const found = examples[field.name]
    return found === undefined ? field : { ...field, examples: found }
  })
}
