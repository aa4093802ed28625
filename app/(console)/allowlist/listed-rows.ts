import { compareText } from '#lib/hap/text/text.ts'
import type { Consequences } from '#lib/queries/allowlist/consequences.ts'

/** One id of the allowlist, or one that a draft takes off it. */
export interface ListedId {
  readonly id: string
  readonly change: 'added' | 'removed' | 'kept'
  /** What it has; null for one the inventory does not know. */
  readonly known: Consequences['known'][string] | null
}

const ORDER = ['added', 'removed', 'kept']

/** The rows of a draft's list against the version it began from: new ones, removed ones, the rest; each by id. */
export function listedIds(
  ids: readonly string[],
  before: readonly string[],
  known: Consequences['known'],
): readonly ListedId[] {
  const [old, now] = [new Set(before), new Set(ids)]
  const removed = [...old].filter(id => id !== '*' && !now.has(id))
  const rows = [
    ...[...now].map(id => ({ id, change: old.has(id) ? ('kept' as const) : ('added' as const) })),
    ...removed.map(id => ({ id, change: 'removed' as const })),
  ]
  return rows
    .sort((a, b) => ORDER.indexOf(a.change) - ORDER.indexOf(b.change) || compareText(a.id, b.id))
    .map(row => ({ ...row, known: (Object.hasOwn(known, row.id) ? known[row.id] : null) ?? null }))
}

/** Ids a change adds that the inventory does not know: slips of the keyboard, perhaps. `*` is none. */
export function unknownOf(added: readonly string[], known: Consequences['known']): readonly string[] {
  return added.filter(id => id !== '*' && !Object.hasOwn(known, id))
}
