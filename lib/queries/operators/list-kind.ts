import { findItems, type ListRequest, type ListShape, type ListWindow, windowOf } from '../list-window.ts'
import { incompleteReason, type KindState, kindState } from './kind-state.ts'
import type { OperatorKind, OperatorObjects } from './operator-objects.ts'

/** A part of a list of custom resources. */
export interface KindWindow<Row> extends ListWindow<Row> {
  readonly kind: KindState
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

/** The part of a list of custom resources that a request asks for. */
export function listKind<Row>({ objects, kind, rows, shape }: Listing<Row>, request: ListRequest): KindWindow<Row> {
  const { found, of, errors } = findItems(rows, request.q, shape)
  const state = kindState(objects, kind)
  return {
    rows: windowOf(found, request, shape),
    offset: request.offset,
    hits: found.length,
    of,
    errors,
    unread: [],
    kind: state,
    incomplete: incompleteReason(state),
  }
}
