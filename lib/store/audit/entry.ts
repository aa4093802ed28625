import { createHash } from 'node:crypto'
import { storableText } from '#lib/store/database/client.ts'

/** JSON as it is kept: what goes in comes out. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue }

/** What came of an action; `open` until that is known. */
export type Outcome = 'accepted' | 'refused' | 'cancelled' | 'failed' | 'unknown'

/** Who does something: a person or a part of the console, with the role it was allowed by. */
export interface Actor {
  readonly name: string
  readonly role: string | null
}

/** What somebody is about to do. */
export interface IntentDraft {
  readonly actor: Actor
  readonly action: string
  /** Keys of what it is done to, for example bindingKey or `GlobalAccount/<id>`. */
  readonly targets: readonly string[]
  readonly reason: string | null
  readonly ticket: string | null
  readonly requestId: string | null
  /** State before, and the state that is wanted. */
  readonly before?: JsonValue
  readonly after?: JsonValue
}

/** What came of an intent. */
export interface OutcomeDraft {
  readonly intent: bigint
  readonly actor: Actor
  readonly outcome: Outcome
  /** A sentence for people. */
  readonly detail: string | null
  /** Keys of what it was done to beside what the intent names: that may show only in the end. */
  readonly targets?: readonly string[]
  readonly after?: JsonValue
}

/** One row of the chain without its place in it. */
export interface EntryContent {
  readonly kind: 'intent' | 'outcome'
  /** RFC 3339 in UTC, to the millisecond. */
  readonly at: string
  readonly actor: string
  readonly role: string | null
  readonly action: string | null
  readonly targets: readonly string[]
  readonly reason: string | null
  readonly ticket: string | null
  readonly requestId: string | null
  readonly before: JsonValue
  readonly after: JsonValue
  readonly intentSeq: bigint | null
  readonly outcome: Outcome | null
  readonly detail: string | null
}

export function intentContent(draft: IntentDraft, at: Date): EntryContent {
  return toStorable({
    kind: 'intent',
    at: at.toISOString(),
    actor: draft.actor.name,
    role: draft.actor.role,
    action: draft.action,
    targets: draft.targets,
    reason: draft.reason,
    ticket: draft.ticket,
    requestId: draft.requestId,
    before: draft.before ?? null,
    after: draft.after ?? null,
    intentSeq: null,
    outcome: null,
    detail: null,
  })
}

export function outcomeContent(draft: OutcomeDraft, at: Date): EntryContent {
  return toStorable({
    kind: 'outcome',
    at: at.toISOString(),
    actor: draft.actor.name,
    role: draft.actor.role,
    action: null,
    targets: draft.targets ?? [],
    reason: null,
    ticket: null,
    requestId: null,
    before: null,
    after: draft.after ?? null,
    intentSeq: draft.intent,
    outcome: draft.outcome,
    detail: draft.detail,
  })
}

/** What is hashed has to be what is read again. */
function toStorable<Value>(value: Value): Value {
  return storableValue(value) as Value
}

function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storableValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storableValue(key), storableValue(item)]))
}

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
