import { ANNOTATIONS } from './annotations.ts'
import type { Binding } from './binding.ts'
import { type HapLabels, readLabels } from './labels.ts'

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
