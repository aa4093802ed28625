import { queryText } from '#lib/paths.ts'

/**
 * A query with some parameters changed: an empty value removes one, the others keep value and
 * order. With `?`, or empty.
 */
export function changedQuery(query: string, changes: ReadonlyMap<string, string>): string {
  const parameters = new URLSearchParams(query)
  for (const [name, value] of changes) {
    if (value === '') parameters.delete(name)
    else parameters.set(name, value)
  }
  const changed = queryText(parameters)
  return changed === '' ? '' : `?${changed}`
}
