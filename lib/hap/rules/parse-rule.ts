import type { Policy } from '../semantics/policy.ts'
import { type Diagnostic, diagnostic } from './diagnostic.ts'
import { parseInputs } from './parse-inputs.ts'
import { parseOutputs } from './parse-outputs.ts'
import type { Rule, RuleOutput } from './rule.ts'
import { RuleReader } from './rule-reader.ts'
import { findArrow, placeOf, readWord, type Span, trim } from './scan.ts'
import { inputValue, type RuleSyntax, type Word } from './syntax.ts'

export interface ParsedRule {
  readonly syntax: RuleSyntax
  /** Null when there is an error. */
  readonly rule: Rule | null
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Reads one rule text (seed 001: `PLAN(PR=…, HR=…) -> OUTPUTS`) and finds all its errors; never throws. KEB splits the text
 * where we do, so that the policies D1, D2 and D3 only decide what may stand in the parts.
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
  // With misplaced parentheses the plan is a guess, and an error about it would only follow from theirs.
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

/** Splits what stands before the arrow at its parentheses; inputs is null where there are none or they cannot be told. */
function splitLeft(reader: RuleReader, left: Span): { readonly plan: Span; readonly inputs: Span | null } {
  const { text, policy } = reader
  const none = left.end
  const open = placeOf(text, '(', left)
  const close = placeOf(text, ')', left)
  const plan = { start: left.start, end: Math.min(open, close) }
  const secondOpen = placeOf(text, '(', { start: open + 1, end: none })
  const secondClose = placeOf(text, ')', { start: close + 1, end: none })
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
