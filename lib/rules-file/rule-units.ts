import { isScalar, isSeq, stringify, type YAMLSeq } from 'yaml'
import { findRules } from '#lib/hap/rules/rule-source.ts'
import { parseYaml } from './parse-yaml.ts'
import { findNode, lineStart, rangeOf } from './yaml-nodes.ts'

/** A rule of a document with the lines that belong to it. */
export interface RuleUnit {
  /** The parsed text of the rule. */
  readonly text: string
  /** Lines above the rule, with comments. */
  readonly above: string
  /** The rule as written, with its quotes; null for an alias. */
  readonly written: string | null
  /** Rest of its line: a comment. */
  readonly tail: string
  /** Indentation of its dash. */
  readonly gap: string
}

/** The document around the rules, and the style of the list. */
export interface RuleFrame {
  readonly before: string
  readonly after: string
  readonly style: 'block' | 'flow'
  /** Indentation of the dashes; in a flow list, the separator. */
  readonly gap: string
}

export interface RuleUnits {
  readonly frame: RuleFrame
  readonly units: readonly RuleUnit[]
}

/**
 * Splits a document into its rules and the frame around them; `frame` is null for an empty list.
 * Returns null for a document without a rule list, and for a flow list with comments, which belong
 * to no rule.
 */
export function splitRules(text: string): RuleUnits | { readonly frame: null; readonly units: readonly [] } | null {
  const yaml = parseYaml(text)
  const found = 'problems' in yaml ? null : findRules(yaml.value)
  if ('problems' in yaml || !found || !('source' in found) || found.source.kind !== 'list') return null
  const { path, texts } = found.source
  const list = findNode(yaml.document, path)
  if (!isSeq(list) || list.items.length === 0) return { frame: null, units: [] }
  return list.flow ? flowUnits(text, list, texts) : blockUnits(text, list, texts)
}

/** Joins rules with a frame. Rules of another list style are reformatted. */
export function joinRules({ before, after, style, gap }: RuleFrame, units: readonly RuleUnit[]): string {
  if (style === 'flow') return before + units.map(({ text }) => JSON.stringify(text)).join(gap) + after
  const lines = units.map(({ above, written, text, tail, gap: own }) => {
    const whole = `${above}${own}- ${written ?? stringify(text, { lineWidth: 0 }).trimEnd()}${tail}`
    return own === gap ? whole : whole.replaceAll(new RegExp(`^${own}(?=.)`, 'gm'), gap)
  })
  // The last line of the original may lack a line break.
  const last = after === '' ? lines.length - 1 : lines.length
  const ended = lines.map((line, place) => (place < last && !line.endsWith('\n') ? `${line}\n` : line))
  const opening = before === '' || before.endsWith('\n') ? '' : '\n'
  return before + opening + ended.join('') + after
}

function flowUnits(text: string, { items }: YAMLSeq, texts: readonly string[]): RuleUnits | null {
  const between = items.slice(1).map((item, place) => text.slice(rangeOf(items[place])[1], rangeOf(item)[0]))
  if (between.some(gap => gap.includes('#'))) return null
  const [gap = ', '] = between
  const before = text.slice(0, rangeOf(items[0])[0])
  const after = text.slice(rangeOf(items.at(-1))[1])
  const units = texts.map(rule => ({ text: rule, above: '', written: null, tail: '', gap: '' }))
  return { frame: { before, after, style: 'flow', gap }, units }
}

function blockUnits(text: string, { items }: YAMLSeq, texts: readonly string[]): RuleUnits {
  const dash = dashBefore(text, rangeOf(items[0])[0])
  const gap = /^[ \t]*/.exec(text.slice(lineStart(text, dash)))?.[0] ?? ''
  const start = commentsAbove(text, lineStart(text, dash))
  const units: RuleUnit[] = []
  let from = start
  for (const [place, item] of items.entries()) {
    const [valueStart, valueEnd] = rangeOf(item)
    const own = dashBefore(text, valueStart, from)
    const end = valueEnd > 0 && text[valueEnd - 1] === '\n' ? valueEnd : lineEnd(text, valueEnd)
    const written = text.slice(own + 1, valueEnd).replace(/^ +/, '')
    units.push({
      text: texts[place] ?? '',
      above: text.slice(from, lineStart(text, own)),
      written: isPlain(item, written) ? written : null,
      tail: text.slice(valueEnd, end),
      gap,
    })
    from = end
  }
  return { frame: { before: text.slice(0, start), after: text.slice(from), style: 'block', gap }, units }
}

/** Whether a value can move: it has no anchor and is no alias. */
function isPlain(item: unknown, written: string): boolean {
  return isScalar(item) && !item.anchor && item.value !== null && written !== ''
}

/** Returns the last dash before an offset that opens an item. */
function dashBefore(text: string, at: number, from = 0): number {
  const opening = /^[ \t]*-(?=\s)/gm
  let line = lineStart(text, at)
  for (; line >= from; line = lineStart(text, line - 1)) {
    opening.lastIndex = line
    const found = opening.exec(text)
    if (found?.index === line) return line + found[0].length - 1
    if (line === 0) break
  }
  return at
}

/**
 * Returns the start of the comments directly above a line. Comments at the head of a document
 * describe all of it.
 */
function commentsAbove(text: string, line: number): number {
  let start = line
  while (start > 0) {
    const above = lineStart(text, start - 1)
    if (!/^[ \t]*(#.*)?$/.test(text.slice(above, start - 1))) return start
    start = above
  }
  return line
}

function lineEnd(text: string, at: number): number {
  const newline = text.indexOf('\n', at)
  return newline === -1 ? text.length : newline + 1
}
