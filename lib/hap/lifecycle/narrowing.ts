import { ANNOTATIONS, type Binding } from '../pools/binding.ts'
import { HELD, labelAt } from '../pools/labels.ts'
import type { BindingChange } from './change.ts'

type Value = string | null

/** Transitions of labels that restrict the use of an account. Other labels must not change. */
const LABELS: Readonly<Record<string, readonly (readonly [before: Value, after: Value])[]>> = {
  dirty: [
    [null, 'true'],
    [null, HELD],
    ['true', HELD],
  ],
  internal: [[null, 'true']],
  shared: [['true', HELD]],
}

/** Annotations that only count or date changes. */
const NEUTRAL: ReadonlySet<string> = new Set([
  ANNOTATIONS.epoch,
  ANNOTATIONS.writes,
  ANNOTATIONS.uid,
  ANNOTATIONS.stateSince,
  ANNOTATIONS.sinceOf,
])

/** Annotations that serve as evidence for an account: they may only be removed. */
const EVIDENCE: ReadonlySet<string> = new Set([
  ANNOTATIONS.evidence,
  ANNOTATIONS.cleaning,
  ANNOTATIONS.cleanNow,
  ANNOTATIONS.dirtyFrom,
  ANNOTATIONS.selectedBy,
])

/**
 * Whether a change only restricts the use of a binding: it marks dirty, holds, quarantines, or
 * raises the epoch. Such a change assigns and frees no account, and ends no hold and no quarantine.
 */
export function isNarrowing(binding: Binding, { labels, annotations }: BindingChange): boolean {
  const changed = (current: Readonly<Record<string, string>>, change: Readonly<Record<string, Value>>) =>
    Object.entries(change)
      .map(([key, after]) => ({ key, before: labelAt(current, key), after }))
      .filter(({ before, after }) => before !== after)
  return (
    changed(binding.labels, labels).every(({ key, before, after }) =>
      LABELS[key]?.some(([from, to]) => from === before && to === after),
    ) && changed(binding.annotations, annotations).every(each => isNarrowingNote(binding, each))
  )
}

function isNarrowingNote(
  { labels, annotations }: Binding,
  { key, before, after }: { readonly key: string; readonly before: Value; readonly after: Value },
): boolean {
  if (NEUTRAL.has(key)) return true
  if (EVIDENCE.has(key)) return after === null
  switch (key) {
    case ANNOTATIONS.state:
      return after === 'quarantined' || (after === null && before !== 'quarantined')
    case ANNOTATIONS.hold:
      return after !== null
    case ANNOTATIONS.holdUntil:
      return !Object.hasOwn(annotations, ANNOTATIONS.hold) || isLater(before, after)
    case ANNOTATIONS.heldFlags:
      // Written when a hold begins: the flags it covers come back with its end.
      return after !== null && labels.dirty !== HELD
    default:
      return false
  }
}

/** Null = no end. */
function isLater(before: Value, after: Value): boolean {
  if (after === null) return true
  return before !== null && Date.parse(after) >= Date.parse(before)
}
