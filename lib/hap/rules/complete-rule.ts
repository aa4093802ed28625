import type { Plan } from '../plans/plan.ts'
import { INPUT_ATTRIBUTES, OUTPUT_ATTRIBUTES } from './rule.ts'
import { findArrow, isWhiteSpace, positionOf, readWord, type Span, split } from './syntax.ts'

/** Words for completions. */
export interface RuleVocabulary {
  readonly plans: readonly Plan[]
  readonly platformRegions: readonly string[]
  readonly hyperscalerRegions: readonly { readonly provider: string; readonly regions: readonly string[] }[]
}

interface RuleCompletion {
  readonly kind: 'plan' | 'attribute' | 'region'
  readonly text: string
  /** Short description. */
  readonly detail: string
}

interface RuleCompletions {
  /** Column where the word to complete begins. */
  readonly from: number
  readonly options: readonly RuleCompletion[]
}

const INPUT_LABELS = { PR: 'platform region', HR: 'hyperscaler region' } as const
const OUTPUT_LABELS = {
  PR: 'pool per platform region',
  HR: 'pool per hyperscaler region',
  EU: 'EU access',
  S: 'shared account',
} as const

/** Returns completions at a column of a rule text (seed 001); null for none. */
export function completeRule(text: string, column: number, words: RuleVocabulary): RuleCompletions | null {
  const before = text.slice(0, column)
  const arrow = findArrow(text, 0)
  if (arrow && arrow.end <= column) return completeOutputs(text, column, arrow.end)
  const open = before.indexOf('(')
  if (open === -1) return completePlan(before, words)
  if (before.includes(')')) return null
  const end = positionOf(text, ')', { start: open + 1, end: arrow?.start ?? text.length })
  return completeInputs(text, column, { start: open + 1, end }, words)
}

function completePlan(before: string, { plans }: RuleVocabulary): RuleCompletions | null {
  const { text, start, end } = readWord(before, { start: 0, end: before.length })
  // After a plan and white space, only a parenthesis or an arrow can follow.
  if (text !== '' && end < before.length) return null
  const options = plans.map(({ name, providers }) => {
    return { kind: 'plan', text: name, detail: providers?.join(', ') ?? 'any provider' } as const
  })
  return { from: text === '' ? before.length : start, options }
}

function completeInputs(text: string, column: number, span: Span, words: RuleVocabulary): RuleCompletions {
  const items = split(text, ',', span)
  const current = items.find(({ start, end }) => start <= column && column <= end) ?? span
  const equals = positionOf(text, '=', current)
  if (equals < column) {
    const key = readWord(text, { start: current.start, end: equals }).text
    const from = afterWhiteSpace(text, equals + 1, column)
    return { from, options: key === 'PR' || key === 'HR' ? regionsOf(key, text, words) : [] }
  }
  const others = items.filter(item => item !== current).map(item => keyOf(text, item))
  const options = INPUT_ATTRIBUTES.filter(name => !others.includes(name)).map(name => {
    const written = equals < current.end ? name : `${name}=`
    return { kind: 'attribute', text: written, detail: INPUT_LABELS[name] } as const
  })
  return { from: afterWhiteSpace(text, current.start, column), options }
}

function regionsOf(key: 'PR' | 'HR', text: string, words: RuleVocabulary): readonly RuleCompletion[] {
  const named = (regions: readonly string[], detail: string) =>
    regions.map(region => ({ kind: 'region', text: region, detail }) as const)
  if (key === 'PR') return named(words.platformRegions, INPUT_LABELS.PR)
  const plan = readWord(text, { start: 0, end: positionOf(text, '(', { start: 0, end: text.length }) }).text
  const providers = words.plans.find(({ name }) => name === plan)?.providers ?? null
  return words.hyperscalerRegions
    .filter(({ provider }) => providers === null || providers.includes(provider))
    .flatMap(({ provider, regions }) => named(regions, `${INPUT_LABELS.HR} of ${provider}`))
}

function completeOutputs(text: string, column: number, start: number): RuleCompletions {
  const items = split(text, ',', { start, end: text.length })
  const current = items.find(item => item.start <= column && column <= item.end)
  const others = items.filter(item => item !== current).map(item => readWord(text, item).text)
  const options = OUTPUT_ATTRIBUTES.filter(name => !others.includes(name)).map(name => {
    return { kind: 'attribute', text: name, detail: OUTPUT_LABELS[name] } as const
  })
  return { from: afterWhiteSpace(text, current?.start ?? column, column), options }
}

function keyOf(text: string, item: Span): string {
  return readWord(text, { start: item.start, end: positionOf(text, '=', item) }).text
}

function afterWhiteSpace(text: string, from: number, to: number): number {
  let at = from
  while (at < to && isWhiteSpace(text[at])) at++
  return at
}
