import { ANNOTATIONS, type Binding } from './binding.ts'
import { type HapLabels, readLabels } from './labels.ts'

/** States of a binding in the order of every bar, list and total. */
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

/** States of an account that its tenant has given back; the label with the tenant's name stays until it is clean (seed 001). */
export const GIVEN_BACK = ['dirty', 'cleaning', 'verifying', 'quarantined'] as const satisfies readonly BindingState[]

export type GivenBack = (typeof GIVEN_BACK)[number]

/** Whether a state, or a text that may be one, is a state of an account that was given back. */
export function isGivenBack(state: string | undefined): state is GivenBack {
  return GIVEN_BACK.some(each => each === state)
}

/** Labels that a state follows from. */
const FLAGS = ['dirty', 'internal', 'shared', 'tenantName'] as const

/** What the note of a state's beginning is about: those of its labels that are there, such as `dirty=true,tenantName=ga-1`. */
export function stateMark(labels: HapLabels): string {
  return FLAGS.flatMap(name => (labels[name] === null ? [] : [`${name}=${labels[name]}`])).join()
}

/**
 * Since when a binding is in its state, in milliseconds since 1970; null where nobody noted it. Others write labels alone, as KEB
 * does: what was noted before that is about another state.
 */
export function stateSince({
  kind,
  labels,
  annotations,
}: Pick<Binding, 'kind' | 'labels' | 'annotations'>): number | null {
  const since = Date.parse(annotations[ANNOTATIONS.stateSince] ?? '')
  return Number.isNaN(since) || !isOfNow(readLabels(kind, labels), annotations) ? null : since
}

/** Whether the state that was noted last was noted with these labels; also where an older console noted none. */
export function isOfNow(labels: HapLabels, annotations: Binding['annotations']): boolean {
  const mark = annotations[ANNOTATIONS.sinceOf]
  return mark === undefined || mark === stateMark(labels)
}
