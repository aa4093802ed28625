import { z } from 'zod'
import { describeWrite } from '#lib/hap/audit/change-text.ts'
import { type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import { BINDING_STATES, type BindingState } from '#lib/hap/pools/state.ts'
import { listActionsOn, readFirstClusters } from '#lib/store/audit/actions-on.ts'
import type { AuditRecord } from '#lib/store/audit/records.ts'
import {
  CLAIM_EVENTS,
  type ClaimEvent,
  type ClaimEventCursor,
  listClaimEvents,
} from '#lib/store/claims/claim-events.ts'
import type { Db } from '#lib/store/database/client.ts'
import { ADOPTED, listStateChanges, type StateChange } from '#lib/store/states/state-history.ts'
import { AUDIT_LIST, type AuditRow } from './audit/audit-list.ts'

/** A change of a binding: its state, global account, pool, or identity. */
interface StateItem {
  readonly kind: 'state'
  readonly key: string
  readonly at: string
  readonly binding: Pick<BindingRef, 'name'> & { readonly kind: string }
  /** Null for the first observation. */
  readonly from: BindingState | null
  /** Null after the deletion. */
  readonly to: BindingState | null
  readonly tenant: string | null
  readonly pool: string | null
  /** Null for a change that HAP only observed. */
  readonly actor: string | null
  /** Number of the action that caused it. */
  readonly action: string | null
  /** The state is older than the console, and `action` adopted it. */
  readonly adopted: boolean
}

/** An event of a binding or a global account. */
export type TimelineItem =
  | StateItem
  | {
      readonly kind: 'action'
      readonly key: string
      readonly at: string
      readonly row: AuditRow
      /** States before and after the action, where known. */
      readonly led: Pick<StateItem, 'from' | 'to'> | null
    }
  | { readonly kind: 'claim'; readonly key: string; readonly at: string; readonly claim: Omit<ClaimEvent, 'at'> }

/** A page of a timeline. */
export interface TimelinePage {
  readonly items: readonly TimelineItem[]
  /** Cursor of the next page; null on the last one. */
  readonly next: string | null
  /** Start of the records; null before the first one. */
  readonly recordedSince: string | null
}

const MAX_ITEMS = 50

/** Returns a page of events of a binding or a global account, newest first. Throws StoreError. */
export async function getTimeline(
  db: Db,
  of: BindingRef | { readonly tenant: string },
  from: TimelineCursor = TIMELINE_START,
): Promise<TimelinePage> {
  const limit = MAX_ITEMS + 1
  const [states, actions, claims, first] = await Promise.all([
    listStateChanges(db, of, { limit, ...(from.state !== null && { before: from.state }) }),
    listActionsOn(db, of, { limit, before: from.action }),
    listClaimHistory(db, of, { limit, before: from.claim }),
    db.stateChange.findFirst({ orderBy: { id: 'asc' }, select: { at: true } }),
  ])
  const lists = [states.map(stateItem), actions.map(record => actionItem(rowFor(record, of))), claims.map(claimItem)]
  const { items, taken, more } = mergeNewestFirst(lists, MAX_ITEMS)
  const cursor: TimelineCursor = Object.assign({}, from, ...taken)
  return {
    items: attachStates(items),
    next: more ? formatTimelineCursor(cursor) : null,
    recordedSince: first?.at.toISOString() ?? null,
  }
}

/**
 * A claim received its binding with the cluster of its request; a later name of the cluster belongs
 * to the action that set it.
 */
async function listClaimHistory(...request: Parameters<typeof listClaimEvents>): Promise<readonly ClaimEvent[]> {
  const events = await listClaimEvents(...request)
  const named = events.filter(({ what, cluster }) => what === 'claimed' && cluster !== null)
  const clusters = await readFirstClusters(
    request[0],
    named.map(({ id }) => id),
  )
  return events.map(event => {
    const first = event.what === 'claimed' ? clusters.get(event.id) : undefined
    return first === undefined ? event : { ...event, cluster: first }
  })
}

/**
 * Merges a state change into the action that caused it. An action that changed several bindings
 * keeps a line for each.
 */
function attachStates(items: readonly TimelineItem[]): readonly TimelineItem[] {
  const actions = new Set(items.flatMap(item => (item.kind === 'action' ? item.row.seq : [])))
  const changes = Map.groupBy(
    items.filter(item => item.kind === 'state'),
    ({ action }) => action,
  )
  const led = new Map(
    Array.from(changes, ([action, [first, ...more]]) => [action, more.length === 0 ? first : undefined] as const),
  )
  return items
    .filter(item => item.kind !== 'state' || item.action === null || !actions.has(item.action) || !led.get(item.action))
    .map(item => {
      const state = item.kind === 'action' ? led.get(item.row.seq) : undefined
      return state && item.kind === 'action' ? { ...item, led: { from: state.from, to: state.to } } : item
    })
}

type Dated = Positioned<TimelineItem, Partial<TimelineCursor>>

function stateItem(change: StateChange): Dated {
  const { id, kind, name, fromState, toState, tenant, poolKey, actor, auditSeq, cause } = change
  const action = auditSeq === null ? null : String(auditSeq)
  const at = change.at.toISOString()
  const state = (text: string | null) => BINDING_STATES.find(each => each === text) ?? null
  const [from, to] = [state(fromState), state(toState)]
  const item = {
    kind: 'state',
    key: `state-${id}`,
    at,
    binding: { kind, name },
    from,
    to,
    tenant,
    pool: poolKey,
    actor,
    action,
    adopted: cause === ADOPTED,
  } as const
  return { at, item, cursor: { state: id } }
}

/**
 * An action of a claim may write several bindings; the timeline of a binding only shows the change
 * of that one.
 */
function rowFor(record: AuditRecord, of: BindingRef | { readonly tenant: string }): AuditRow {
  const row = AUDIT_LIST.toRow(record)
  const own = 'tenant' in of ? [] : record.wrote.filter(({ binding }) => binding === bindingKey(of))
  const changes = own.flatMap(write => describeWrite(write, record.at) ?? [])
  return own.length === 0 ? row : { ...row, change: changes.join(', ') || null }
}

function actionItem(row: AuditRow): Dated {
  const { at, seq } = row
  return { at, item: { kind: 'action', key: `action-${seq}`, at, row, led: null }, cursor: { action: BigInt(seq) } }
}

function claimItem({ at: date, ...claim }: ClaimEvent): Dated {
  const at = date.toISOString()
  const { id, what } = claim
  return { at, item: { kind: 'claim', key: `${what}-${id}`, at, claim }, cursor: { claim: { at, id, what } } }
}

/** Last event of each kind on the previous pages; null = the newest one. */
export interface TimelineCursor {
  readonly state: bigint | null
  readonly action: bigint | null
  readonly claim: ClaimEventCursor | null
}

export const TIMELINE_START: TimelineCursor = { state: null, action: null, claim: null }

const Number64 = z
  .string()
  .regex(/^\d{1,18}$/)
  .transform(BigInt)
  .nullable()

const CursorText = z.object({
  state: Number64,
  action: Number64,
  claim: z
    .object({
      at: z.iso.datetime(),
      id: z.string().regex(/^[\x21-\x7e]{1,200}$/),
      what: z.enum(CLAIM_EVENTS),
    })
    .nullable(),
})

/** Formats a cursor for an address. */
export function formatTimelineCursor({ state, action, claim }: TimelineCursor): string {
  const text = (value: bigint | null) => (value === null ? null : String(value))
  return Buffer.from(JSON.stringify({ state: text(state), action: text(action), claim })).toString('base64url')
}

/** Parses a cursor; null for a text that formatTimelineCursor does not produce. */
export function parseTimelineCursor(text: string): TimelineCursor | null {
  try {
    return CursorText.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))).data ?? null
  } catch {
    return null
  }
}

/** An event with its cursor in its source list. */
interface Positioned<Item, Cursor> {
  /** RFC 3339, UTC, to the millisecond. */
  readonly at: string
  readonly item: Item
  readonly cursor: Cursor
}

interface Merged<Item, Cursor> {
  readonly items: readonly Item[]
  /** Number of entries taken from the start of each list. */
  readonly taken: readonly (Cursor | null)[]
  readonly more: boolean
}

/**
 * Merges the newest `limit` entries of several lists. Each list keeps its order, so that the next
 * page continues after the last entry taken, even when clocks differ: no event is lost or repeated.
 * Of simultaneous events, those of the first list come first.
 */
export function mergeNewestFirst<Item, Cursor>(
  lists: readonly (readonly Positioned<Item, Cursor>[])[],
  limit: number,
): Merged<Item, Cursor> {
  const counts = lists.map(() => 0)
  const items: Item[] = []
  const head = (list: number) => lists[list]?.[counts[list] ?? 0]
  const newest = () =>
    lists.reduce((best, _, list) => ((head(list)?.at ?? '') > (head(best)?.at ?? '') ? list : best), 0)
  for (let next = newest(); items.length < limit && head(next); next = newest()) {
    const happened = head(next)
    if (happened) items.push(happened.item)
    counts[next] = (counts[next] ?? 0) + 1
  }
  const taken = lists.map((list, index) => list[(counts[index] ?? 0) - 1]?.cursor ?? null)
  return { items, taken, more: lists.some((list, index) => list.length > (counts[index] ?? 0)) }
}
