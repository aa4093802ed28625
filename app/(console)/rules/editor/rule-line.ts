import { codeFolding, foldService } from '@codemirror/language'
import type { EditorState, Extension, Line, Text } from '@codemirror/state'
import { tokenizeRule } from '#components/hap/rule-text.tsx'

interface Span {
  readonly start: number
  readonly end: number
}

interface LinePart extends Span {
  readonly kind: 'comment' | 'key' | 'plan' | 'attribute' | 'value' | 'output' | 'sign'
}

/**
 * Returns the span of a list item's text without quotes and comment; null for a line that begins no
 * item.
 */
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
 * Whether a line is an item of a rule list: the key above it is `rule`, or there is none. `above`
 * yields the lines above, nearest first. A cheap approximation for highlighting; the parser decides
 * what a rule is.
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

/**
 * Returns the indices of lines that are rule items. Lines of one list share one lookup of their
 * key.
 */
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

/** Splits a line into spans to highlight: the tokens of a rule, a key, a comment. */
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

/**
 * Yields the non-empty lines above a line, nearest first. An iterator is much faster here than a
 * lookup by line number.
 */
export function* linesAbove(doc: Text, { from }: Pick<Line, 'from'>): Generator<string, undefined> {
  const cursor = doc.iterRange(from, 0)
  for (cursor.next(); !cursor.done; cursor.next()) if (!cursor.lineBreak && cursor.value !== '') yield cursor.value
}

/** Folds consecutive rules of one plan into the first of them. */
export const planFolds: Extension = [
  foldService.of((state, from) => planRange(state, from)),
  codeFolding({
    preparePlaceholder: ({ doc }, { from, to }) => doc.lineAt(to).number - doc.lineAt(from).number,
    placeholderDOM: (_, onClick, lines: number) => {
      const button = document.createElement('button')
      button.type = 'button'
      button.className = 'cm-foldPlaceholder'
      button.textContent = `and ${lines} more ${lines === 1 ? 'line' : 'lines'}`
      button.ariaLabel = `Unfold ${lines} ${lines === 1 ? 'line' : 'lines'}`
      button.onclick = onClick
      return button
    },
  }),
]

/**
 * Returns the range that folds below a line; null unless the line is the first of several rules of
 * its plan.
 */
function planRange({ doc }: EditorState, from: number): { from: number; to: number } | null {
  const first = doc.lineAt(from)
  const plan = planOf(doc, first.number)
  if (plan === null || plan === planAbove(doc, first.number)) return null
  let last = first
  for (let number = first.number + 1; number <= doc.lines; number++) {
    const line = doc.line(number)
    if (isBetween(line.text)) continue
    if (planOf(doc, number) !== plan) break
    last = line
  }
  return last === first ? null : { from: first.to, to: last.to }
}

function planAbove(doc: Text, below: number): string | null {
  for (let number = below - 1; number >= 1; number--) {
    if (!isBetween(doc.line(number).text)) return planOf(doc, number)
  }
  return null
}

/** Whether a line is a comment or empty. */
function isBetween(line: string): boolean {
  return /^\s*(#|$)/.test(line)
}

function planOf(doc: Text, number: number): string | null {
  const { text } = doc.line(number)
  const known = PLANS.get(text)
  if (known !== undefined) return known
  const item = itemSpan(text)
  const tokens = item ? tokenizeRule(text.slice(item.start, item.end)) : []
  const plan = tokens.find(({ kind }) => kind === 'plan')?.text ?? null
  if (PLANS.size > MAX_CACHED_PLANS) PLANS.clear()
  PLANS.set(text, plan)
  return plan
}

/** Plans by line text: folding thousands of rules reads all of their lines on each keystroke. */
const PLANS = new Map<string, string | null>()

/** Limit of the cache, above the number of lines of any realistic draft. */
const MAX_CACHED_PLANS = 50_000
