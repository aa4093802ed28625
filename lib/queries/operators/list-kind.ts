import { parseSearch } from '#lib/search/parse.ts'
import { findItems, type ListRequest, type ListShape, type ListWindow, windowOf } from '../list-window.ts'
import { withoutFields } from '../without-fields.ts'
import { incompleteReason, type KindState, kindState } from './kind-state.ts'
import type { OperatorKind, OperatorObjects } from './operator-objects.ts'

/** A part of a list of custom resources. */
export interface KindWindow<Row> extends ListWindow<Row> {
  readonly kind: KindState
  /** How many in each state that occurs, of all rows that the search leaves when it asks for no state. */
  readonly states: Readonly<Record<string, number>>
  /** Why a file of the list would not be whole, a sentence; null when it is. */
  readonly incomplete: string | null
}

interface Listing<Row> {
  /** Null without a control plane. */
  readonly objects: OperatorObjects | null
  readonly kind: OperatorKind
  readonly rows: Iterable<Row>
  readonly shape: ListShape<Row>
}

interface InState {
  readonly state: string
}

/** The part of a list of custom resources that a request asks for. */
export function listKind<Row extends InState>(
  { objects, kind, rows, shape }: Listing<Row>,
  request: ListRequest,
): KindWindow<Row> {
  const all = Array.from(rows)
  const { found, of, errors } = findItems(all, request.q, shape)
  const others = withoutFields(parseSearch(request.q, shape.fields).terms, ['state'])
  const state = kindState(objects, kind)
  return {
    rows: windowOf(found, request, shape),
    offset: request.offset,
    hits: found.length,
    of,
    errors,
    unread: [],
    kind: state,
    states: countStates(others === null ? found : findItems(all, others, shape).found),
    incomplete: incompleteReason(state),
  }
}

function countStates(rows: readonly InState[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>()
  for (const { state } of rows) counts.set(state, (counts.get(state) ?? 0) + 1)
  return Object.fromEntries(counts)
}
