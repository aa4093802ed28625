interface Listed {
  /** Null where nobody counted. */
  readonly hits: number | null
  readonly errors: readonly unknown[]
}

/** Why a list cannot be saved now, as a sentence; null when it can. */
export function noListExportReason(list: Listed | null | undefined): string | null {
  if (!list) return 'The list has not been read yet.'
  if (list.errors.length > 0) return 'The search is not understood.'
  return list.hits === 0 ? 'There is nothing to export.' : null
}
