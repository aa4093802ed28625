import { compareText } from '#lib/hap/text/text.ts'
import type { Consequences } from '#lib/queries/allowlist/consequences.ts'

/** An id of the allowlist, or one that the draft removes. */
export interface ListedId {
  readonly id: string
  readonly change: 'added' | 'removed' | 'kept'
  /** Its accounts and shoots; null when the inventory does not contain it. */
  readonly known: Consequences['known'][string] | null
}

const ORDER = ['added', 'removed', 'kept']

/** Rows of a draft's list against its base: added ids, removed ids, the rest; each sorted by id. */
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

/** Added ids that the inventory does not contain and that may be typing errors. Skips `*`. */
export function unknownOf(added: readonly string[], known: Consequences['known']): readonly string[] {
  return added.filter(id => id !== '*' && !Object.hasOwn(known, id))
}
