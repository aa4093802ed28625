import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Scalar,
  type YAMLMap,
} from 'yaml'
import type { DocumentPath } from '#lib/hap/rules/rule-source.ts'

/**
 * Finds the node at a path through aliases and merge keys (`<<`). Returns undefined if the document
 * lacks it.
 */
export function findNode(document: Document, path: DocumentPath): unknown {
  let node: unknown = document.contents
  for (const step of path) node = childOf(document, resolveAlias(document, node), step)
  return resolveAlias(document, node)
}

function childOf(document: Document, node: unknown, step: string | number): unknown {
  if (isSeq(node)) return node.items[Number(step)]
  return isMap(node) ? (node.get(step, true) ?? mergedChild(document, node, step)) : undefined
}

/** The parser reads the key `<<` as a symbol. The first merged mapping with the key wins. */
function mergedChild(document: Document, map: YAMLMap, step: string | number): unknown {
  const merge = map.items.find(({ key }) => isScalar(key) && typeof key.value === 'symbol')
  if (!isPair(merge)) return undefined
  const value = resolveAlias(document, merge.value)
  const sources = isSeq(value) ? value.items : [value]
  return sources
    .map(source => childOf(document, resolveAlias(document, source), step))
    .find(found => found !== undefined)
}

/** Resolving an alias searches the whole document, and each rule of an aliased list needs it. */
const RESOLVED = new WeakMap<Alias, unknown>()

function resolveAlias(document: Document, node: unknown): unknown {
  if (!isAlias(node)) return node
  if (!RESOLVED.has(node)) RESOLVED.set(node, node.resolve(document))
  return RESOLVED.get(node)
}

/**
 * Returns the source offset of a column in the scalar at a path. For another value it is the start
 * of the value, and 0 for a missing one.
 */
export function offsetOf(document: Document, path: DocumentPath, column: number, text: string): number {
  const node = findNode(document, path)
  return isScalar(node) ? scalarOffset(node, text, column) : (startOf(node) ?? 0)
}

/** Returns the offset of the last key of a path, or of the nearest ancestor value that exists. */
export function offsetOfKey(document: Document, path: DocumentPath): number {
  const parent = findNode(document, path.slice(0, -1))
  const pair = isMap(parent) ? parent.items.find(({ key }) => isScalar(key) && key.value === path.at(-1)) : undefined
  return startOf(pair?.key) ?? offsetOfNearest(document, path)
}

/** Returns the offset of the value at a path, or of the nearest ancestor value that exists. */
export function offsetOfNearest(document: Document, path: DocumentPath): number {
  for (let length = path.length; length > 0; length--) {
    const start = startOf(findNode(document, path.slice(0, length)))
    if (start !== null) return start
  }
  return startOf(document.contents) ?? 0
}

function startOf(node: unknown): number | null {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : null
  return Array.isArray(range) && typeof range[0] === 'number' ? range[0] : null
}

/**
 * Maps an index in a scalar's value to its source offset, approximately when the scalar is escaped
 * or folded.
 */
function scalarOffset(scalar: Scalar, source: string, index: number): number {
  const [start, end] = scalar.range ?? [0, 0]
  const value = typeof scalar.value === 'string' ? scalar.value : ''
  const raw = source.slice(start, end)
  const quoted = scalar.type === 'QUOTE_DOUBLE' || scalar.type === 'QUOTE_SINGLE'
  if (quoted && raw.slice(1, -1) === value) return start + 1 + index
  if (raw === value) return start + index
  return start + align(raw, value, index)
}

/**
 * Advances in both texts and skips what only the source has: escapes, line breaks, indentation,
 * block headers.
 */
function align(raw: string, value: string, index: number): number {
  let at = -1
  for (let place = 0; place <= index && place < value.length; place++) {
    const char = value.charAt(place)
    const next = /\s/.test(char) ? indexOfSpace(raw, at + 1) : raw.indexOf(char, at + 1)
    if (next !== -1) at = next
  }
  return index < value.length ? Math.max(0, at) : Math.min(raw.length, at + 1)
}

function indexOfSpace(raw: string, from: number): number {
  const found = raw.slice(from).search(/\s/)
  return found === -1 ? -1 : from + found
}

/** Returns the offset of the line's first character. */
export function lineStart(text: string, at: number): number {
  // `lastIndexOf` with a negative index would match a line break at offset 0.
  return at <= 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1
}

/** Start and end of a node's value as text offsets; `[0, 0]` for a node that was not parsed from a text. */
export function rangeOf(item: unknown): readonly [number, number] {
  const range = isNode(item) ? item.range : null
  return range ? [range[0], range[1]] : [0, 0]
}
