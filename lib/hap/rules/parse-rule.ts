import type { Policy } from '../semantics.ts'
import { type Diagnostic, diagnostic } from './diagnostic.ts'
import {
  INPUT_ATTRIBUTES,
  isInputAttribute,
  isOutputAttribute,
  OUTPUT_ATTRIBUTES,
  type Rule,
  type RuleOutput,
} from './rule.ts'
import {
  findArrow,
  type InputAttribute,
  inputValue,
  isBlank,
  positionOf,
  RuleReader,
  type RuleSyntax,
  readWord,
  type Span,
  shorten,
  split,
  trim,
  WHITE_SPACE_RUN,
  type Word,
} from './syntax.ts'

export interface ParsedRule {
  readonly syntax: RuleSyntax
  /** Null when the rule has an error. */
  readonly rule: Rule | null
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Parses a rule text (seed 001: `PLAN(PR=…, HR=…) -> OUTPUTS`) and reports all its errors; never
 * throws. The text is split as KEB does, so that the policies D1, D2 and D3 only affect what the
 * parts may contain.
 */
export function parseRule(text: string, index: number, policy: Policy): ParsedRule {
  const reader = new RuleReader(text, index, policy)
  const arrow = findArrow(text, 0)
  const second = arrow && findArrow(text, arrow.end)
  if (second) {
    const hint = 'Write all outputs after one arrow: `-> EU, S`.'
    reader.report('arrow-repeated', second, 'A second `->` in one rule.', hint)
  } else if (arrow && policy.whiteSpace === 'between-tokens' && arrow.end - arrow.start > 2) {
    reader.report('white-space-inside', arrow, 'White space inside the arrow.', 'Write `->`.', { text: '->' })
  }
  const left = { start: 0, end: arrow?.start ?? text.length }
  const before = reader.diagnostics.length
  const parts = splitLeft(reader, left)
  const plan = readWord(text, parts.plan)
  // Misplaced parentheses make the plan a guess, so errors about it would mislead.
  if (reader.diagnostics.length === before) checkPlan(reader, plan)
  const inputs = parts.inputs ? parseInputs(reader, parts.inputs) : []
  const outputs = arrow && !second ? parseOutputs(reader, { start: arrow.end, end: text.length }) : []
  const syntax = { text, plan: plan.text === '' ? null : plan, inputs, arrow, outputs }
  return {
    syntax,
    rule: reader.diagnostics.length === 0 ? ruleOf(syntax, index) : null,
    diagnostics: reader.diagnostics,
  }
}

function checkPlan(reader: RuleReader, plan: Word): void {
  if (plan.text !== '') reader.checkName(plan, 'a plan')
  else reader.report('plan-missing', plan, 'The rule does not name a plan.', 'Begin with a plan, for example `aws`.')
}

/**
 * Splits the part before the arrow at its parentheses; inputs is null without parentheses or when
 * they are ambiguous.
 */
function splitLeft(reader: RuleReader, left: Span): { readonly plan: Span; readonly inputs: Span | null } {
  const { text, policy } = reader
  const none = left.end
  const open = positionOf(text, '(', left)
  const close = positionOf(text, ')', left)
  const plan = { start: left.start, end: Math.min(open, close) }
  const secondOpen = positionOf(text, '(', { start: open + 1, end: none })
  const secondClose = positionOf(text, ')', { start: close + 1, end: none })
  if (secondOpen < none || secondClose < none) {
    const at = secondOpen < none ? secondOpen : secondClose
    const hint = 'Put all input attributes into one pair: `(PR=cf-eu11, HR=eu-central-1)`.'
    reader.report('parenthesis-repeated', character(at), `A second \`${text[at]}\` in one rule.`, hint)
    return { plan, inputs: null }
  }
  if (open === none && close === none) return { plan: left, inputs: null }
  if (open === none || close === none) {
    reportUnbalanced(reader, left, open, close)
    return { plan, inputs: null }
  }
  const last = trim(text, left).end - 1
  if (close === last && open < close) return { plan, inputs: { start: open + 1, end: close } }
  if (policy.names === 'anything') {
    return { plan: { start: left.start, end: open }, inputs: { start: open + 1, end: left.end } }
  }
  if (close < open) {
    reader.report('parenthesis-misplaced', character(close), '`)` stands before `(`.', 'Write `plan(PR=…)`.')
    return { plan, inputs: null }
  }
  const rest = trim(text, { start: close + 1, end: left.end })
  const hint = 'Remove it, or put `->` before outputs.'
  reader.report('text-after-parenthesis', rest, 'Text after `)`.', hint, { text: '' })
  return { plan, inputs: { start: open + 1, end: close } }
}

function reportUnbalanced(reader: RuleReader, left: Span, open: number, close: number): void {
  if (open === left.end) {
    reader.report('parenthesis-unbalanced', character(close), '`)` was never opened.', 'Write `plan(PR=…)`.')
    return
  }
  const end = trim(reader.text, left).end
  const fix = {
    title: 'Close it',
    edits: [{ kind: 'replace', range: reader.range({ start: end, end }), text: ')' }],
  } as const
  reader.add(
    diagnostic({
      code: 'parenthesis-unbalanced',
      message: '`(` is never closed.',
      hint: 'Add `)` after the last attribute.',
      range: reader.range(character(open)),
      fix,
    }),
  )
}

function character(at: number): Span {
  return { start: at, end: at + 1 }
}

function ruleOf(syntax: RuleSyntax, index: number): Rule | null {
  if (syntax.plan === null) return null
  return {
    index,
    text: syntax.text,
    plan: syntax.plan.text,
    platformRegion: inputValue(syntax, 'PR'),
    hyperscalerRegion: inputValue(syntax, 'HR'),
    output: outputOf(syntax.outputs),
  }
}

function outputOf(outputs: readonly Word[]): RuleOutput {
  const named = outputs.map(({ text }) => text)
  return { PR: named.includes('PR'), HR: named.includes('HR'), EU: named.includes('EU'), S: named.includes('S') }
}

const REGION_NAMES: Readonly<Record<string, string>> = { PR: 'platform region', HR: 'hyperscaler region' }

/**
 * Parses the attributes between the parentheses: `PR=value` and `HR=value`, each at most once (seed
 * 001).
 */
function parseInputs(reader: RuleReader, span: Span): readonly InputAttribute[] {
  const items = split(reader.text, ',', span)
  if (items.length === 1 && isBlank(reader.text, span)) {
    if (reader.policy.emptyParentheses === 'error') reportEmpty(reader, span)
    return []
  }
  const inputs: InputAttribute[] = []
  for (const item of items) {
    const input = parseInput(reader, item)
    if (!input) continue
    if (inputs.some(earlier => earlier.key.text === input.key.text)) {
      const name = REGION_NAMES[input.key.text] ?? input.key.text
      const hint = 'A rule can have each attribute once; write one rule per region.'
      reader.report('attribute-repeated', whole(input), `The ${name} is given twice.`, hint)
    } else {
      inputs.push(input)
    }
  }
  return inputs
}

function parseInput(reader: RuleReader, item: Span): InputAttribute | null {
  if (isBlank(reader.text, item)) {
    reader.report(
      'attribute-missing',
      trim(reader.text, item),
      'An input attribute is missing.',
      'Remove the comma, or write `PR=…` or `HR=…`.',
    )
    return null
  }
  const equals = positionOf(reader.text, '=', item)
  const key = readWord(reader.text, { start: item.start, end: equals })
  if (equals === item.end) {
    if (!checkKey(reader, key)) return null
    const hint = `Write \`${key.text}=\` and a region.`
    reader.report('value-missing', key, `\`${key.text}\` has no value.`, hint)
    return null
  }
  const right = { start: equals + 1, end: item.end }
  const value = readWord(reader.text, right)
  const second = positionOf(reader.text, '=', right)
  if (second < item.end) {
    const at = { start: second, end: second + 1 }
    const all = readWord(reader.text, item)
    reader.report('value-repeated', at, `A second \`=\` in \`${shorten(all.text)}\`.`, 'A value has no `=` in it.')
    return null
  }
  if (!checkKey(reader, key)) return null
  if (value.text === '') {
    const at = { start: equals, end: equals + 1 }
    reader.report('value-missing', at, `\`${key.text}\` has no value.`, `Write a region after \`${key.text}=\`.`)
    return null
  }
  reader.checkName(value, 'a value')
  return { key, value }
}

function checkKey(reader: RuleReader, key: Word): boolean {
  if (isInputAttribute(key.text)) {
    reader.checkWhiteSpace(key)
    return true
  }
  if (key.text === '') {
    reader.report('attribute-unknown', key, 'The attribute before `=` is missing.', 'Write `PR` or `HR` before it.')
  } else if (key.text === 'EU' || key.text === 'S') {
    const hint = `Write it after the arrow: \`-> ${key.text}\`.`
    reader.report('attribute-unknown', key, `\`${key.text}\` is an output attribute.`, hint)
  } else {
    const upper = key.text.toUpperCase()
    const meant = INPUT_ATTRIBUTES.find(name => name === upper)
    const hint = 'Valid inputs: `PR` (platform region) and `HR` (hyperscaler region), in upper case.'
    const replacement = meant && { text: meant }
    reader.report('attribute-unknown', key, `Unknown input attribute \`${shorten(key.text)}\`.`, hint, replacement)
  }
  return false
}

function reportEmpty(reader: RuleReader, span: Span): void {
  const around = { start: span.start - 1, end: Math.min(span.end + 1, reader.text.length) }
  const hint = 'KEB refuses `()`; leave the parentheses out.'
  reader.report('attribute-missing', around, 'The parentheses are empty.', hint, { text: '' })
}

function whole(input: InputAttribute): Span {
  return { start: input.key.start, end: input.value.end }
}

const ATTRIBUTE_NAMES = '`PR`, `HR`, `EU` and `S`'

/** Parses the outputs after the arrow, each at most once and without a value (seed 001). */
function parseOutputs(reader: RuleReader, span: Span): readonly Word[] {
  const items = split(reader.text, ',', span)
  if (items.length === 1 && isBlank(reader.text, span)) {
    const arrow = { start: Math.max(0, span.start - 2), end: span.start }
    const hint = `Remove the arrow, or write one of ${ATTRIBUTE_NAMES}.`
    reader.report('attribute-missing', arrow, 'Nothing follows the arrow.', hint)
    return []
  }
  const outputs: Word[] = []
  for (const item of items) {
    const word = readWord(reader.text, item)
    if (!isOutput(reader, word)) continue
    if (outputs.some(earlier => earlier.text === word.text)) {
      const hint = 'A rule names each output once.'
      reader.report('attribute-repeated', word, `\`${word.text}\` is given twice.`, hint)
    } else {
      outputs.push(word)
    }
  }
  return outputs
}

function isOutput(reader: RuleReader, word: Word): boolean {
  if (word.text === '') {
    reader.report(
      'attribute-missing',
      word,
      'An output attribute is missing.',
      `Remove the comma, or write one of ${ATTRIBUTE_NAMES}.`,
    )
    return false
  }
  if (isOutputAttribute(word.text)) return !reader.checkWhiteSpace(word)
  const parts = reader.text.slice(word.start, word.end).split(WHITE_SPACE_RUN)
  if (parts.length > 1 && parts.every(isOutputAttribute)) {
    const hint = 'Put a comma between output attributes.'
    reader.report('attribute-unknown', word, `No comma in \`${parts.join(' ')}\`.`, hint, { text: parts.join(', ') })
    return false
  }
  const meant = OUTPUT_ATTRIBUTES.find(name => name === word.text.toUpperCase())
  const hint = `Valid outputs: ${ATTRIBUTE_NAMES} (upper case, no values).`
  reader.report(
    'attribute-unknown',
    word,
    `Unknown output attribute \`${shorten(word.text)}\`.`,
    hint,
    meant && { text: meant },
  )
  return false
}
