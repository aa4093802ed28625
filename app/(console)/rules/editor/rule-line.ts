import type { Line, Text } from '@codemirror/state'
import { tokenizeRule } from '#components/hap/rule-text.tsx'

interface Span {
  readonly start: number
  readonly end: number
}

interface LinePart extends Span {
  readonly kind: 'comment' | 'key' | 'plan' | 'attribute' | 'value' | 'output' | 'sign'
}

/** Where the text of a list item stands in its line, without quotes and comment; null for a line that begins no item. */
export function itemSpan(line: string): Span | null {
  const dash = /^\s*-(?:\s+|$)/.exec(line)
  if (!dash) return null
  const [{ length: start }] = dash
  const quote = line[start]
  if (quote === '"' || quote === "'") {
    const close = line.indexOf(quote, start + 1)
    return { start: start + 1, end: close === -1 ? line.length : close }
  }
  const text = line.slice(start)
  if (text.startsWith('#')) return { start, end: start }
  const comment = / #/.exec(text)
  return { start, end: start + (comment ? text.slice(0, comment.index) : text).trimEnd().length }
}

/**
 * Whether a line is an item of a list of rules, by what stands `above` it, the nearest line first: the key `rule`, or nothing. Only
 * looks, so that every line can be coloured while it is typed; what is a rule, the reader of the file says.
 */
export function isRuleItem(item: string, above: Iterable<string>): boolean {
  const dash = /^(\s*)-(?:\s|$)/.exec(item)
  if (!dash) return false
  const indent = dash[1]?.length ?? 0
  for (const line of above) {
    const text = line.trimStart()
    if (text === '' || text.startsWith('#') || text === '---') continue
    const depth = line.length - text.length
    const key = /^['"]?([\w.-]+)['"]?\s*:/.exec(text)?.[1]
    if (key !== undefined && depth <= indent) return key === 'rule'
    if (depth < indent) return false
  }
  return true
}

/** Which of consecutive lines are items of a list of rules, by their places; lines of one list are looked up together. */
export function ruleItems(lines: readonly string[], above: (place: number) => Iterable<string>): ReadonlySet<number> {
  const found = new Set<number>()
  const byIndent = new Map<number, boolean>()
  for (const [place, text] of lines.entries()) {
    const indent = /^(\s*)-(?:\s|$)/.exec(text)?.[1]?.length
    if (indent === undefined) {
      if (!/^\s*(#|$)/.test(text)) byIndent.clear()
      continue
    }
    const isRule = byIndent.get(indent) ?? isRuleItem(text, above(place))
    byIndent.set(indent, isRule)
    if (isRule) found.add(place)
  }
  return found
}

/** A line in pieces for colouring: the rule of an item, a key, a comment. */
export function lineParts(line: string, isRule: boolean): readonly LinePart[] {
  const item = isRule ? itemSpan(line) : null
  if (item) return [...ruleParts(line, item), ...commentParts(line, item.end)]
  const key = /^\s*(?:-\s+)?(['"]?[\w.-]+['"]?)\s*:(?:\s|$)/.exec(line)
  const keyed: readonly LinePart[] = key?.[1] ? [{ kind: 'key', ...spanAt(line.indexOf(key[1]), key[1]) }] : []
  return [...keyed, ...commentParts(line, 0)]
}

function ruleParts(line: string, { start, end }: Span): readonly LinePart[] {
  let at = start
  return tokenizeRule(line.slice(start, end)).flatMap(({ kind, text }) => {
    const span = spanAt(at, text)
    at = span.end
    return kind === 'other' ? [] : [{ kind, ...span }]
  })
}

function commentParts(line: string, from: number): readonly LinePart[] {
  const comment = /(?:^|\s)#/.exec(line.slice(from))
  if (!comment) return []
  const start = from + comment.index + comment[0].length - 1
  return [{ kind: 'comment', start, end: line.length }]
}

function spanAt(start: number, text: string): Span {
  return { start, end: start + text.length }
}

/** The lines above one that have text, the nearest first. Of thousands each is much sooner here than when looked up by its number. */
export function* linesAbove(doc: Text, { from }: Pick<Line, 'from'>): Generator<string, undefined> {
  const cursor = doc.iterRange(from, 0)
  for (cursor.next(); !cursor.done; cursor.next()) if (!cursor.lineBreak && cursor.value !== '') yield cursor.value
}
