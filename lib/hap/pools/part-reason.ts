type Listed = 'bindings' | 'shoots'

interface ListSources {
  /** What its rows are made of; all rows say something of bindings. */
  readonly rows: Listed
  readonly unread: readonly Listed[]
  /** Whether it has the clusters the database knows, where it shows them. */
  readonly database?: boolean | undefined
}

/** Why a list is only a part of what there is at this moment, as a sentence; null when it is whole. */
export function partReason({ rows, unread, database = true }: ListSources): string | null {
  const missing = unread.find(what => what === 'bindings' || what === rows)
  if (missing)
    return `Not all ${missing} have been read yet, so the file would be incomplete. Try again when the page shows them.`
  if (database) return null
  return 'The database is not responding, so the file would lack the clusters that only it knows. Try again when it responds.'
}
