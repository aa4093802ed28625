import { ANNOTATION_PREFIX, type Binding } from './binding.ts'

/** Keys of what HAP notes on a binding beside its labels. Times are RFC 3339 in UTC. */
export const ANNOTATIONS = {
  /** `cleaning`, `verifying` or `quarantined`; refines `dirty=true` and means nothing without it. */
  state: `${ANNOTATION_PREFIX}state`,
  /** Since when the binding is in its state. */
  stateSince: `${ANNOTATION_PREFIX}state-since`,
  /** The labels that was noted with, see stateMark: under others it tells nothing. */
  sinceOf: `${ANNOTATION_PREFIX}since-of`,
  /** Reason of a hold; its presence is the hold. */
  hold: `${ANNOTATION_PREFIX}hold`,
  /** When the hold ends by itself; absent = when somebody ends it. */
  holdUntil: `${ANNOTATION_PREFIX}hold-until`,
  /** Counts selections; every selection and every change of state raises it. */
  epoch: `${ANNOTATION_PREFIX}epoch`,
  /** What was looked at before the account was called empty. */
  evidence: `${ANNOTATION_PREFIX}evidence`,
  /** How far its cleaning is: attempts, next look, and what was found and deleted so far. */
  cleaning: `${ANNOTATION_PREFIX}cleaning`,
  /** When somebody asked for a look before all others; means nothing without `dirty=true`. */
  cleanNow: `${ANNOTATION_PREFIX}clean-now`,
  /** Which of dirty and internal were on when the hold began, as a comma list; its presence says that the labels show the hold. */
  heldFlags: `${ANNOTATION_PREFIX}held-flags`,
  /** `free` when the account was clean before somebody marked it dirty by hand; means nothing without `dirty=true`. */
  dirtyFrom: `${ANNOTATION_PREFIX}dirty-from`,
  /** Id of the claim that selected the binding last. */
  selectedBy: `${ANNOTATION_PREFIX}selected-by`,
  /** Ids of the latest writes of HAP, oldest first: proof that a write landed whose answer was lost. */
  writes: `${ANNOTATION_PREFIX}writes`,
  /** uid of the object that the annotations of HAP were written on: in a copied or restored manifest it is another one. */
  uid: `${ANNOTATION_PREFIX}uid`,
} as const

/**
 * When the hold of a binding ends, in milliseconds since 1970: Infinity = not by itself, null = there is no hold. The end of a hold
 * that was noted on another object is ignored.
 */
export function holdEnd(binding: Pick<Binding, 'annotations' | 'doubt'>): number | null {
  if (!Object.hasOwn(binding.annotations, ANNOTATIONS.hold)) return null
  if (binding.doubt !== undefined) return Number.POSITIVE_INFINITY
  const until = Date.parse(binding.annotations[ANNOTATIONS.holdUntil] ?? '')
  return Number.isNaN(until) ? Number.POSITIVE_INFINITY : until
}
