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
  if (missing) return `Not all ${missing} have been read: a file would lack some. Try again when the page shows them.`
  if (database) return null
  return 'The database does not answer: a file would lack the clusters that only it knows. Try again when it answers.'
}
