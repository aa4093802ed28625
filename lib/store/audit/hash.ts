import { createHash } from 'node:crypto'
import type { EntryContent, JsonValue } from './entry.ts'

/** What the first entry follows. */
export const GENESIS = '0'.repeat(64)

/** The form of the text that is hashed; another form gets another number, so that old rows can still be checked. */
export const FORMAT = 1

/** SHA-256 over an entry, its number and the hash before it, so that no row can be changed, left out or moved unnoticed. */
export function entryHash(seq: bigint, content: EntryContent, previous: string): string {
  const text = canonical([
    FORMAT,
    String(seq),
    content.kind,
    content.at,
    content.actor,
    content.role,
    content.action,
    content.targets,
    content.reason,
    content.ticket,
    content.requestId,
    content.before,
    content.after,
    content.intentSeq === null ? null : String(content.intentSeq),
    content.outcome,
    content.detail,
    previous,
  ])
  return createHash('sha256').update(text).digest('hex')
}

/** JSON with sorted keys: the database keeps objects in an order of its own. */
function canonical(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}
