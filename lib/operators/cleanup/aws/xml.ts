import { isRecord } from '#lib/hap/document.ts'
import { CleanerError, FAILURE_MESSAGES } from '../cleaner-error.ts'

/** Text of an element, `''` for a missing element and for one with children. */
export function textAt(node: unknown, ...path: readonly string[]): string {
  const found = nodeAt(node, path)
  return typeof found === 'string' ? found.trim() : ''
}

/**
 * Members of a list, `item` in EC2 and `member` in load balancing; the parser returns a single
 * member without an array.
 */
export function listAt(node: unknown, ...path: readonly string[]): readonly unknown[] {
  const list = nodeAt(node, path)
  if (!isRecord(list)) return []
  const members = list.item ?? list.member ?? []
  return Array.isArray(members) ? members : [members]
}

/**
 * Members of a list that every answer contains. Throws CleanerError for a missing list: missing
 * does not mean empty.
 */
export function allAt(doing: string, node: unknown, ...path: readonly string[]): readonly unknown[] {
  if (nodeAt(node, path) === undefined) throw new CleanerError('unexpected', doing, FAILURE_MESSAGES.unexpected)
  return listAt(node, ...path)
}

/** Parses tags of EC2 and load balancing. */
export function tagsOf(list: readonly unknown[]): Readonly<Record<string, string>> {
  const entries = list.map(tag => [
    textAt(tag, 'key') || textAt(tag, 'Key'),
    textAt(tag, 'value') || textAt(tag, 'Value'),
  ])
  return Object.fromEntries(entries)
}

/** Element at a path; undefined without one. */
export function nodeAt(node: unknown, path: readonly string[]): unknown {
  let found = node
  for (const name of path) found = isRecord(found) && Object.hasOwn(found, name) ? found[name] : undefined
  return found
}
