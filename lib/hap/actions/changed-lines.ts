import { ANNOTATIONS } from '../pools/annotations.ts'
import type { Binding } from '../pools/binding.ts'

/** The ids of HAP's writes, and how far a cleaner is, tell people nothing. */
const FOR_MACHINES: ReadonlySet<string> = new Set([ANNOTATIONS.writes, ANNOTATIONS.uid, ANNOTATIONS.cleaning])

type Labelled = Pick<Binding, 'labels' | 'annotations'>

export interface ChangedLine {
  readonly change: 'added' | 'removed'
  readonly key: string
  readonly value: string
  readonly note: 'label' | 'annotation'
}

/** What was done to a binding between two looks, by its labels and notes. */
export function changedLines(before: Labelled, now: Labelled): readonly ChangedLine[] {
  return [
    ...lines(before.labels, now.labels, 'label'),
    ...lines(before.annotations, now.annotations, 'annotation').filter(({ key }) => !FOR_MACHINES.has(key)),
  ]
}

type Pairs = Readonly<Record<string, string>>

function lines(before: Pairs, now: Pairs, note: ChangedLine['note']): readonly ChangedLine[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])].sort()
  return keys.flatMap(key => {
    const [old, value] = [before[key], now[key]]
    if (old === value) return []
    return [
      ...(old === undefined ? [] : [{ change: 'removed' as const, key, value: old, note }]),
      ...(value === undefined ? [] : [{ change: 'added' as const, key, value, note }]),
    ]
  })
}
