import { type Document, isMap, isScalar } from 'yaml'
import type { DocumentPath } from '#lib/hap/rules/rule-source.ts'
import { nodeAt } from './node-at.ts'
import { scalarOffset } from './scalar-offset.ts'

/** Where a column of the value at a path stands in the source; what the document does not have is where it begins. */
export function offsetOf(document: Document, path: DocumentPath, column: number, text: string): number {
  const node = nodeAt(document, path)
  return isScalar(node) ? scalarOffset(node, text, column) : (startOf(node) ?? 0)
}

/** Where the key at the end of a path stands, or else the value of the longest part of the path that the document has. */
export function offsetOfKey(document: Document, path: DocumentPath): number {
  const parent = nodeAt(document, path.slice(0, -1))
  const pair = isMap(parent) ? parent.items.find(({ key }) => isScalar(key) && key.value === path.at(-1)) : undefined
  return startOf(pair?.key) ?? offsetOfNearest(document, path)
}

/** Where the value at a path stands, or else that of the longest part of the path that the document has. */
export function offsetOfNearest(document: Document, path: DocumentPath): number {
  for (let length = path.length; length > 0; length--) {
    const start = startOf(nodeAt(document, path.slice(0, length)))
    if (start !== null) return start
  }
  return startOf(document.contents) ?? 0
}

function startOf(node: unknown): number | null {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : null
  return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : null
}
