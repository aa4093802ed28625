import { z } from 'zod'
import { describeWrite } from '#lib/hap/audit/change-text.ts'
import { type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import { BINDING_STATES, type BindingState } from '#lib/hap/pools/state.ts'
import { listActionsOn, readFirstClusters } from '#lib/store/audit/actions-on.ts'
import type { AuditRecord } from '#lib/store/audit/records.ts'
import { type ClaimEvent, type ClaimEventCursor, listClaimEvents } from '#lib/store/claims/claim-events.ts'
import type { Db } from '#lib/store/database/client.ts'
import { ADOPTED, listStateChanges, type StateChange } from '#lib/store/states/state-history.ts'
import { AUDIT_LIST, type AuditRow } from './audit/audit-list.ts'

/** A binding was in another state, for another global account, in another pool, or another object. */
interface StateItem {
  readonly kind: 'state'
  readonly key: string
  readonly at: string
  readonly binding: Pick<BindingRef, 'name'> & { readonly kind: string }
  /** Null when it was seen for the first time. */
  readonly from: BindingState | null
  /** Null when it was gone. */
  readonly to: BindingState | null
  readonly tenant: string | null
  readonly pool: string | null
  /** Who did it; null when HAP only saw it. */
  readonly actor: string | null
  /** Number of the action that did it. */
  readonly action: string | null
  /** It was so before the console came, and `action` adopted it. */
  readonly adopted: boolean
}

/** Something that happened to a binding or a global account. */
export type TimelineItem =
  | StateItem
  | {
      readonly kind: 'action'
      readonly key: string
      readonly at: string
      readonly row: AuditRow
      /** The states it led from and to, where it is known to have. */
      readonly led: Pick<StateItem, 'from' | 'to'> | null
    }
  | { readonly kind: 'claim'; readonly key: string; readonly at: string; readonly claim: Omit<ClaimEvent, 'at'> }

export interface TimelinePage {
  readonly items: readonly TimelineItem[]
  /** To be given for the page after this one; null on the last one. */
  readonly next: string | null
  /** When the console began to write states down: what was before is not known to it. Null before that. */
  readonly recordedSince: string | null
}

const MAX_ITEMS = 50

/** What happened to a binding or a global account, newest first. Throws StoreError. */
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
  const place: TimelineCursor = Object.assign({}, from, ...taken)
  return {
    items: attachStates(items),
    next: more ? formatTimelineCursor(place) : null,
    recordedSince: first?.at.toISOString() ?? null,
  }
}

/** A claim had the cluster of its request when it got its binding; that it got another name later stands where that was done. */
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

/** A change that an action led to stands with the action. */
function attachStates(items: readonly TimelineItem[]): readonly TimelineItem[] {
  const actions = new Set(items.flatMap(item => (item.kind === 'action' ? item.row.seq : [])))
  const led = new Map(
    items.flatMap(item => (item.kind === 'state' && item.action !== null ? [[item.action, item] as const] : [])),
  )
  return items
    .filter(item => item.kind !== 'state' || item.action === null || !actions.has(item.action))
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
  return { at, item, place: { state: id } }
}

/** Of what a claim of another binding did to this one its own change is told. */
function rowFor(record: AuditRecord, of: BindingRef | { readonly tenant: string }): AuditRow {
  const row = AUDIT_LIST.toRow(record)
  const own = 'tenant' in of ? [] : record.wrote.filter(({ binding }) => binding === bindingKey(of))
  const words = own.flatMap(write => describeWrite(write, record.at) ?? [])
  return own.length === 0 ? row : { ...row, change: words.join(', ') || null }
}

function actionItem(row: AuditRow): Dated {
  const { at, seq } = row
  return { at, item: { kind: 'action', key: `action-${seq}`, at, row, led: null }, place: { action: BigInt(seq) } }
}

function claimItem({ at: date, ...claim }: ClaimEvent): Dated {
  const at = date.toISOString()
  const { id, what } = claim
  return { at, item: { kind: 'claim', key: `${what}-${id}`, at, claim }, place: { claim: { at, id, what } } }
}

/** Where a timeline goes on: after the last one of each kind; null = from the newest on. */
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
      what: z.enum(['claimed', 'adopted', 'released', 'refused']),
    })
    .nullable(),
})

/** A place as one text, for an address. */
export function formatTimelineCursor({ state, action, claim }: TimelineCursor): string {
  const text = (value: bigint | null) => (value === null ? null : String(value))
  return Buffer.from(JSON.stringify({ state: text(state), action: text(action), claim })).toString('base64url')
}

/** The place of a text; null for a text that formatPlace does not write. */
export function parseTimelineCursor(text: string): TimelineCursor | null {
  try {
    return CursorText.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))).data ?? null
  } catch {
    return null
  }
}

/** Something that happened, with the place in its own list it was read from. */
interface Positioned<Item, Place> {
  /** RFC 3339, UTC, to the millisecond. */
  readonly at: string
  readonly item: Item
  readonly place: Place
}

interface Merged<Item, Place> {
  readonly items: readonly Item[]
  /** How many of each list were taken, from its beginning. */
  readonly taken: readonly (Place | null)[]
  readonly more: boolean
}

/**
 * The newest `limit` of several lists as one. Each keeps its own order, so that the next page may go on in each list after the last
 * one that was taken, whatever their clocks say: nothing is lost or repeated. Of what happened at once the first list's is newest.
 */
export function mergeNewestFirst<Item, Place>(
  lists: readonly (readonly Positioned<Item, Place>[])[],
  limit: number,
): Merged<Item, Place> {
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
  const taken = lists.map((list, index) => list[(counts[index] ?? 0) - 1]?.place ?? null)
  return { items, taken, more: lists.some((list, index) => list.length > (counts[index] ?? 0)) }
}
