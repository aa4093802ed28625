import type { DiffLine } from './diff.ts'

/** A line that several differences have. */
export interface SharedLine extends Omit<DiffLine, 'value'> {
  /** Null where it is not the same in all of them. */
  readonly value: string | null
  /** How many different values there are. */
  readonly values: number
}

/** One kind of change, and how often it is made. */
export interface DistinctChange {
  readonly count: number
  /** Place of the first of them among those that were given. */
  readonly first: number
  readonly lines: readonly SharedLine[]
}

/**
 * The different changes among many, the most frequent first. Changes are one when they touch the same keys and write the same labels:
 * what goes (the tenants of many accounts) and what only counts or dates (the epoch) may differ.
 */
export function distinctChanges(diffs: readonly (readonly DiffLine[])[]): readonly DistinctChange[] {
  const groups = new Map<string, { readonly first: number; count: number; readonly lines: Gathered[] }>()
  for (const [place, diff] of diffs.entries()) {
    const key = JSON.stringify(
      diff.map(({ change, key, value, note }) => [change, key, isFixed(change, note) && value]),
    )
    const group = groups.get(key)
    if (group === undefined) {
      const lines = diff.map(({ value, ...line }) => ({ line, values: new Set([value]) }))
      groups.set(key, { first: place, count: 1, lines })
      continue
    }
    group.count++
    for (const [n, { value }] of diff.entries()) group.lines[n]?.values.add(value)
  }
  return [...groups.values()]
    .sort((a, b) => b.count - a.count)
    .map(({ first, count, lines }) => ({ count, first, lines: lines.map(sharedLine) }))
}

interface Gathered {
  readonly line: Omit<DiffLine, 'value'>
  readonly values: Set<string>
}

function sharedLine({ line, values }: Gathered): SharedLine {
  const [only = null] = values
  return { ...line, value: values.size === 1 ? only : null, values: values.size }
}

function isFixed(change: DiffLine['change'], note: string): boolean {
  return change === 'added' && note === 'label'
}
