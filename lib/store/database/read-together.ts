/** Rows by their ids; an id without a row is missing. */
type ReadMany<Row> = (ids: readonly string[]) => Promise<ReadonlyMap<string, Row>>

/**
 * Reads one row by its id, null where there is none: who asks while a statement is under way shares the next one with all others that
 * do, and nobody is given what was read before they asked. Throws what `read` throws.
 */
export function readTogether<Row>(read: ReadMany<Row>): (id: string) => Promise<Row | null> {
  let last: Promise<unknown> = Promise.resolve()
  let next: { readonly ids: Set<string>; readonly rows: Promise<ReadonlyMap<string, Row>> } | null = null
  const begin = () => {
    const ids = new Set<string>()
    const rows = last.then(() => {
      next = null
      return read([...ids])
    })
    last = rows.catch(() => {})
    return { ids, rows }
  }
  return async id => {
    next ??= begin()
    next.ids.add(id)
    return (await next.rows).get(id) ?? null
  }
}
