import { type Document, isAlias, isMap, isNode, isScalar, isSeq, type Pair, stringify, type YAMLSeq } from 'yaml'
import { type DocumentPath, findRules, type RuleSource } from '#lib/hap/rules/rule-source.ts'
import { parseYaml } from './parse-yaml.ts'
import { findNode, lineStart, rangeOf } from './yaml-nodes.ts'

/**
 * Changes of a rule list: replaced, removed and inserted rules, and comments. Rules are addressed
 * by index.
 */
interface RuleChange {
  readonly replaced?: ReadonlyMap<number, string>
  /** Preserves a rule that is an alias (`*name`) instead of expanding it. */
  readonly keepReferences?: boolean
  readonly removed?: ReadonlySet<number>
  readonly inserted?: readonly { readonly before: number; readonly text: string }[]
  /** Comment lines above a rule. A flow list (in brackets) ignores them. */
  readonly comments?: ReadonlyMap<number, readonly string[]>
  /** Existing comment lines above a rule that `comments` replaces. */
  readonly outdated?: RegExp
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly written: string
}

/**
 * Applies changes to the rule list of a file and preserves comments and everything else. Returns
 * null for an unreadable file, and for a file without a rule list.
 */
export function changeRules(text: string, change: RuleChange): string | null {
  const yaml = parseYaml(text)
  const found = 'problems' in yaml ? null : findRules(yaml.value)
  if ('problems' in yaml || !found || !('source' in found) || found.source.kind !== 'list') return null
  const edits = computeEdits(text, yaml.document, found.source, change)
  if (edits === null) return null
  return edits.toSorted((a, b) => a.start - b.start || a.end - b.end).reduceRight(applyEdit, text)
}

function applyEdit(text: string, { start, end, written }: Edit): string {
  return text.slice(0, start) + written + text.slice(end)
}

/** Returns null when the change cannot be expressed as text edits. */
function computeEdits(
  text: string,
  document: Document,
  { path }: RuleSource,
  change: RuleChange,
): readonly Edit[] | null {
  const list = findNode(document, path)
  const { replaced = new Map(), removed = new Set(), inserted = [], comments = new Map() } = change
  const replaceable = (item: unknown) => !(change.keepReferences && isAlias(item))
  if (!isSeq(list) || list.items.length === 0) return fillEmpty(text, document, path, inserted)
  const write = list.flow ? (rule: string) => JSON.stringify(rule) : writePlain
  const layout = list.flow ? flowLayout(list) : blockLayout(text, list)
  return [
    ...Array.from(replaced, ([rule, written]) => {
      return replaceable(list.items[rule]) ? replacement(list.items[rule], written, write) : []
    }).flat(),
    ...Array.from(removed, rule => ({ ...layout.whole(rule), written: '' })),
    ...joinInsertions(inserted.map(({ before, text: rule }) => layout.insert(before, write(rule)))),
    ...Array.from(comments, ([rule, lines]) => layout.comment(rule, lines, change.outdated)).flat(),
  ]
}

/** Writes a rule with the quotes of the text it replaces. */
function replacement(item: unknown, rule: string, write: (rule: string) => string): readonly Edit[] {
  if (!isNode(item) || !item.range) return []
  const [start, end] = item.range
  const type = isScalar(item) ? item.type : null
  if (type === 'QUOTE_DOUBLE') return [{ start, end, written: JSON.stringify(rule) }]
  if (type === 'QUOTE_SINGLE') return [{ start, end, written: `'${rule.replaceAll("'", "''")}'` }]
  const ending = type === 'BLOCK_FOLDED' || type === 'BLOCK_LITERAL' ? '\n' : ''
  return [{ start, end, written: `${write(rule)}${ending}` }]
}

function writePlain(rule: string): string {
  return stringify(rule, { lineWidth: 0 }).trimEnd()
}

/** Joins insertions at one offset in their order. */
function joinInsertions(edits: readonly Edit[]): readonly Edit[] {
  const byPlace = new Map<number, Edit>()
  for (const edit of edits) {
    const earlier = byPlace.get(edit.start)
    byPlace.set(edit.start, earlier ? { ...earlier, written: earlier.written + edit.written } : edit)
  }
  return [...byPlace.values()]
}

interface Layout {
  whole(rule: number): { readonly start: number; readonly end: number }
  insert(before: number, written: string): Edit
  comment(rule: number, lines: readonly string[], outdated: RegExp | undefined): readonly Edit[]
}

/**
 * A block list: one rule per line after `- `. Comments above a rule belong to it, so insertions go
 * directly below the previous rule.
 */
function blockLayout(text: string, { items }: YAMLSeq): Layout {
  const startOf = (rule: number) => dashLine(text, rangeOf(items[rule])[0])
  const endOf = (rule: number) => {
    const [, end] = rangeOf(items[rule])
    if (end > 0 && text[end - 1] === '\n') return end
    const newline = text.indexOf('\n', end)
    return newline === -1 ? text.length : newline + 1
  }
  const indentAt = (line: number) => /^[ \t]*/.exec(text.slice(line))?.[0] ?? ''
  return {
    whole: rule => ({ start: startOf(rule), end: endOf(rule) }),
    comment(rule, lines, outdated) {
      const end = startOf(rule)
      let start = end
      while (start > 0) {
        const above = lineStart(text, start - 1)
        if (!isOutdated(lineAt(text, above), outdated)) break
        start = above
      }
      return [{ start, end, written: lines.map(line => `${indentAt(end)}# ${line}\n`).join('') }]
    },
    insert(before, written) {
      const neighbour = startOf(Math.min(before, items.length - 1))
      const at = before === 0 ? neighbour : endOf(Math.min(before, items.length) - 1)
      const opening = at > 0 && text[at - 1] !== '\n' ? '\n' : ''
      return { start: at, end: at, written: `${opening}${indentAt(neighbour)}- ${written}\n` }
    },
  }
}

function isOutdated(line: string, outdated: RegExp | undefined): boolean {
  const [, comment] = /^[ \t]*# ?(.*?)\r?$/.exec(line) ?? []
  return comment !== undefined && (outdated?.test(comment) ?? false)
}

/** A flow list: rules in brackets, as in JSON. */
function flowLayout({ items }: YAMLSeq): Layout {
  return {
    comment: () => [],
    whole(rule) {
      const [start, end] = rangeOf(items[rule])
      if (rule + 1 < items.length) return { start, end: rangeOf(items[rule + 1])[0] }
      return { start: rule === 0 ? start : rangeOf(items[rule - 1])[1], end }
    },
    insert(before, written) {
      if (before < items.length) {
        const [start] = rangeOf(items[before])
        return { start, end: start, written: `${written}, ` }
      }
      const [, end] = rangeOf(items.at(-1))
      return { start: end, end, written: `, ${written}` }
    },
  }
}

/** Inserts the first rules of an empty or missing list. Returns null when the list is an alias. */
function fillEmpty(
  text: string,
  document: Document,
  path: DocumentPath,
  inserted: NonNullable<RuleChange['inserted']>,
): readonly Edit[] | null {
  const rules = inserted.map(({ text: rule }) => rule)
  if (rules.length === 0) return []
  if (path.length === 0)
    return [{ start: 0, end: text.length, written: rules.map(rule => `- ${writePlain(rule)}\n`).join('') }]
  const pair = pairAt(document, path)
  if (!isNode(pair?.key) || !pair.key.range || isAlias(pair.value)) return null
  const [keyStart, keyEnd] = pair.key.range
  const { value } = pair
  const start = text.indexOf(':', keyEnd) + 1
  const end = isSeq(value) && value.range ? value.range[1] : start
  const column = keyStart - (text.lastIndexOf('\n', keyStart - 1) + 1)
  const lines = rules.map(rule => `\n${' '.repeat(column + 2)}- ${writePlain(rule)}`)
  return [{ start, end, written: lines.join('') }]
}

function pairAt(document: Document, path: DocumentPath): Pair | undefined {
  const map = findNode(document, path.slice(0, -1))
  return isMap(map) ? map.items.find(({ key }) => isScalar(key) && key.value === path.at(-1)) : undefined
}

/** Returns the start of the line with an item's dash, which may be above the item. */
function dashLine(text: string, at: number): number {
  let start = lineStart(text, at)
  while (start > 0 && !/^[ \t]*-(?=\s|$)/m.test(lineAt(text, start))) start = lineStart(text, start - 1)
  return start
}

function lineAt(text: string, start: number): string {
  const end = text.indexOf('\n', start)
  return text.slice(start, end === -1 ? text.length : end)
}
