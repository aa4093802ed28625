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
  const mark = annotations[ANNOTATIONS.sinceOf]
  const isOfNow = mark === undefined || mark === stateMark(readLabels(kind, labels))
  return Number.isNaN(since) || !isOfNow ? null : since
}
