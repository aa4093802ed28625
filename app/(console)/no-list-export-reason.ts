import { incompleteListReason } from '#lib/hap/csv.ts'
import type { Listed } from '#lib/queries/health.ts'

interface Answer {
  /** Null when the rows were not counted. */
  readonly hits: number | null
  readonly errors: readonly unknown[]
}

/** Why a list cannot be exported, as a sentence; null when it can. */
export function noListExportReason(list: Answer | null | undefined): string | null {
  return ofAnswer(list, () => null)
}

/**
 * The same for a list of `rows` from Gardener. Refuses an incomplete inventory, because a partial
 * export would look complete.
 */
export function noInventoryExportReason<List extends Answer & { readonly unread: readonly Listed[] }>(
  list: List | null | undefined,
  rows: Listed,
  database?: (list: List) => boolean,
): string | null {
  return ofAnswer(list, answer => incompleteListReason({ rows, unread: answer.unread, database: database?.(answer) }))
}

function ofAnswer<List extends Answer>(
  list: List | null | undefined,
  partOf: (list: List) => string | null,
): string | null {
  if (!list) return 'The list has not loaded yet.'
  if (list.errors.length > 0) return 'The search has an error.'
  return partOf(list) ?? (list.hits === 0 ? 'There is nothing to export.' : null)
}
