import { isRecord } from '#lib/hap/document.ts'
import { CleanerError, FAILURE_MESSAGES } from '../cleaner-error.ts'

/** Text of an element, `''` when it is missing or has elements. */
export function textAt(node: unknown, ...path: readonly string[]): string {
  const found = nodeAt(node, path)
  return typeof found === 'string' ? found.trim() : ''
}

/** Members of a list: EC2 calls them `item`, load balancing `member`; the parser gives a single one as it is. */
export function listAt(node: unknown, ...path: readonly string[]): readonly unknown[] {
  const list = nodeAt(node, path)
  if (!isRecord(list)) return []
  const members = list.item ?? list.member ?? []
  return Array.isArray(members) ? members : [members]
}

/** The same of a list that every answer has, also an empty one. Throws CleanerError: what is missing is not empty. */
export function allAt(doing: string, node: unknown, ...path: readonly string[]): readonly unknown[] {
  if (nodeAt(node, path) === undefined) throw new CleanerError('unexpected', doing, FAILURE_MESSAGES.unexpected)
  return listAt(node, ...path)
}

/** Tags as EC2 and load balancing write them. */
export function tagsOf(list: readonly unknown[]): Readonly<Record<string, string>> {
  const entries = list.map(tag => [
    textAt(tag, 'key') || textAt(tag, 'Key'),
    textAt(tag, 'value') || textAt(tag, 'Value'),
  ])
  return Object.fromEntries(entries)
}

export function nodeAt(node: unknown, path: readonly string[]): unknown {
  let found = node
  for (const name of path) found = isRecord(found) && Object.hasOwn(found, name) ? found[name] : undefined
  return found
}
