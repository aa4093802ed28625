import { createHash } from 'node:crypto'
import { z } from 'zod'
import { storableText } from '#lib/store/database/client.ts'

/** JSON that the database returns unchanged. */
export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue }

/** Outcome of an action. */
export type Outcome = 'accepted' | 'refused' | 'cancelled' | 'failed' | 'unknown'

/** What identifies a user. A display name may change, and two users may have the same one. */
export interface ActorIdentity {
  /** URL of the identity provider, `demo` or `api-token`; null in sessions of older releases. */
  readonly issuer: string | null
  readonly subject: string
}

/** A person or a part of the console, with the role that allowed the action. */
export interface Actor {
  readonly name: string
  readonly role: string | null
  /** Null or absent for a part of the console, whose name no user can have. */
  readonly identity?: ActorIdentity | null
}

const Identity = z.object({ issuer: z.string().nullable(), subject: z.string() })

/**
 * The identity as the `detail` of an intent. That field is part of the hash in every release, and
 * no earlier release uses it in intents: a column of its own would need a hash that they reject.
 */
function formatIdentity({ identity }: Actor): string | null {
  return identity ? JSON.stringify({ issuer: identity.issuer, subject: identity.subject }) : null
}

/** Parses the `detail` of an intent. Null for entries of older releases and parts of the console. */
export function parseIdentity(detail: string | null): ActorIdentity | null {
  if (!detail?.startsWith('{')) return null
  try {
    return Identity.parse(JSON.parse(detail))
  } catch {
    // A manipulated row; verifyAudit reports it.
    return null
  }
}

/** An action before it happens. */
export interface IntentDraft {
  readonly actor: Actor
  readonly action: string
  /** Keys of its targets, for example bindingKey or `GlobalAccount/<id>`. */
  readonly targets: readonly string[]
  readonly reason: string | null
  readonly ticket: string | null
  readonly requestId: string | null
  /** State before the action, and the wanted state. */
  readonly before?: JsonValue
  readonly after?: JsonValue
}

/** Result of an intent. */
export interface OutcomeDraft {
  readonly intent: bigint
  readonly actor: Actor
  readonly outcome: Outcome
  /** A sentence for people. */
  readonly detail: string | null
  /** Keys of targets beyond those of the intent: some are known only at the end. */
  readonly targets?: readonly string[]
  readonly after?: JsonValue
}

/** A row of the chain without number and hashes. */
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
    detail: formatIdentity(draft.actor),
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

/** Makes values storable: the hash covers what a later read returns. */
function toStorable<Value>(value: Value): Value {
  return storableValue(value) as Value
}

function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storableValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storableValue(key), storableValue(item)]))
}

/** Hash before the first entry. */
export const GENESIS = '0'.repeat(64)

/** Version of the hashed text; a new form gets a new number, so that old rows stay verifiable. */
export const FORMAT = 1

/** SHA-256 over an entry, its number and the previous hash: a changed, removed or moved row is detected. */
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

/** JSON with sorted keys: the database reorders the keys of objects. */
function canonical(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`
}
