import { ANNOTATIONS, type Binding } from './binding.ts'
import { type HapLabels, readLabels } from './labels.ts'

/** States of a binding in the order of bars, lists and totals. */
export const BINDING_STATES = [
  'claimed',
  'shared',
  'internal',
  'held',
  'dirty',
  'cleaning',
  'verifying',
  'quarantined',
  'terminating',
  'malformed',
  'free',
] as const

export type BindingState = (typeof BINDING_STATES)[number]

/**
 * States of an account after its release; the label tenantName stays until the account is clean
 * (seed 001).
 */
export const RELEASED_STATES = [
  'dirty',
  'cleaning',
  'verifying',
  'quarantined',
] as const satisfies readonly BindingState[]

export type ReleasedState = (typeof RELEASED_STATES)[number]

/** Whether a text is one of these states. */
export function isReleasedState(state: string | undefined): state is ReleasedState {
  return RELEASED_STATES.some(each => each === state)
}

/** Labels that determine the state. */
const FLAGS = ['dirty', 'internal', 'shared', 'tenantName'] as const

/**
 * Formats the labels that determine a state, for example `dirty=true,tenantName=ga-1`; recorded
 * with the time of the state.
 */
export function stateMark(labels: HapLabels): string {
  return FLAGS.flatMap(name => (labels[name] === null ? [] : [`${name}=${labels[name]}`])).join()
}

/**
 * Time since when a binding is in its state, in milliseconds since 1970; null when unknown. Other
 * clients such as KEB change labels only, so a time recorded with other labels belongs to an
 * earlier state.
 */
export function stateSince({
  kind,
  labels,
  annotations,
}: Pick<Binding, 'kind' | 'labels' | 'annotations'>): number | null {
  const since = Date.parse(annotations[ANNOTATIONS.stateSince] ?? '')
  return Number.isNaN(since) || !isCurrentMark(readLabels(kind, labels), annotations) ? null : since
}

/**
 * Whether the recorded state belongs to the present labels; true when an older release recorded no
 * labels.
 */
export function isCurrentMark(labels: HapLabels, annotations: Binding['annotations']): boolean {
  const mark = annotations[ANNOTATIONS.sinceOf]
  return mark === undefined || mark === stateMark(labels)
}
