import { type Alias, type Document, isAlias, isMap, isPair, isScalar, isSeq, type YAMLMap } from 'yaml'
import type { DocumentPath } from '#lib/hap/rules/rule-source.ts'

/** The node at a path, by way of aliases and merged mappings (`<<`); undefined for what the document does not have. */
export function nodeAt(document: Document, path: DocumentPath): unknown {
  let node: unknown = document.contents
  for (const step of path) node = childOf(document, resolved(document, node), step)
  return resolved(document, node)
}

function childOf(document: Document, node: unknown, step: string | number): unknown {
  if (isSeq(node)) return node.items[Number(step)]
  return isMap(node) ? (node.get(step, true) ?? mergedChild(document, node, step)) : undefined
}

/** The key `<<` is read as a symbol. Of several mappings that are merged the first that has it. */
function mergedChild(document: Document, map: YAMLMap, step: string | number): unknown {
  const merge = map.items.find(({ key }) => isScalar(key) && typeof key.value === 'symbol')
  if (!isPair(merge)) return undefined
  const value = resolved(document, merge.value)
  const sources = isSeq(value) ? value.items : [value]
  return sources.map(source => childOf(document, resolved(document, source), step)).find(found => found !== undefined)
}

/** Resolving an alias looks through the whole document, and every rule of a list behind one asks for it. */
const RESOLVED = new WeakMap<Alias, unknown>()

function resolved(document: Document, node: unknown): unknown {
  if (!isAlias(node)) return node
  if (!RESOLVED.has(node)) RESOLVED.set(node, node.resolve(document))
  return RESOLVED.get(node)
}
