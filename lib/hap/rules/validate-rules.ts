import type { Plans } from '../plans/plan.ts'
import { isLegalLabelValue } from '../pools/labels.ts'
import type { Policy } from '../semantics.ts'
import { suggestName } from '../suggest-name.ts'
import { compareDiagnostics, type Diagnostic, diagnostic } from './diagnostic.ts'
import { type ParsedRule, parseRule } from './parse-rule.ts'
import { type Rule, sameOutput, wholeRule } from './rule.ts'
import { findAmbiguities, RuleIndex } from './rule-index.ts'
import { type RuleSyntax, shorten, type Word } from './syntax.ts'

interface ValidatedRules {
  readonly parsed: readonly ParsedRule[]
  /** Rules without parse errors. */
  readonly rules: readonly Rule[]
  readonly index: RuleIndex
  readonly diagnostics: readonly Diagnostic[]
}

/** Parses every rule text, in order. */
export function parseRules(texts: readonly string[], policy: Policy): readonly ParsedRule[] {
  return texts.map((text, index) => parseRule(text, index, policy))
}

/**
 * Validates rule texts (seed 001 "Validation") and reports all classes of diagnostics, where KEB
 * stops at the first.
 */
export function validateRules(texts: readonly string[], plans: Plans, policy: Policy): ValidatedRules {
  const parsed = parseRules(texts, policy)
  const rules = parsed.map(one => one.rule).filter(rule => rule !== null)
  const index = new RuleIndex()
  const diagnostics = [
    ...parsed.filter(one => one.rule === null).flatMap(one => one.diagnostics),
    ...fillIndex(index, rules),
    ...findAmbiguities(index, parsed),
    ...(texts.length > 0 || policy.emptyRuleset === 'after-coverage' ? checkPlans(parsed, plans) : []),
    ...(texts.length > 0 ? adviseRules(parsed, index, plans) : [emptyRuleset()]),
  ]
  return { parsed, rules, index, diagnostics: diagnostics.sort(compareDiagnostics) }
}

function fillIndex(index: RuleIndex, rules: readonly Rule[]): readonly Diagnostic[] {
  const duplicates: Diagnostic[] = []
  for (const rule of rules) {
    const earlier = index.add(rule)
    if (earlier) duplicates.push(duplicate(rule, earlier))
  }
  return duplicates
}

function duplicate(rule: Rule, earlier: Rule): Diagnostic {
  return diagnostic({
    code: 'rule-repeated',
    message: `Rule ${rule.index + 1} has the same inputs as rule ${earlier.index + 1}; outputs do not count.`,
    hint: 'Keep one of the two.',
    range: wholeRule(rule),
    related: [wholeRule(earlier)],
    fix: { title: `Remove rule ${rule.index + 1}`, edits: [{ kind: 'remove', rule: rule.index }] },
  })
}

function emptyRuleset(): Diagnostic {
  return diagnostic({
    code: 'ruleset-empty',
    message: 'There are no rules.',
    hint: 'Every plan needs at least one rule, for example `aws`.',
    range: null,
  })
}

/**
 * Reports rules for unknown plans and required plans without a rule; a rule for one region suffices
 * (KEB).
 */
function checkPlans(parsed: readonly ParsedRule[], plans: Plans): readonly Diagnostic[] {
  const named = new Set<string>()
  for (const { syntax } of parsed) if (syntax.plan) named.add(syntax.plan.text)
  const unknown = [...named].every(plan => plans.byName.has(plan)) ? [] : unknownPlans(parsed, plans)
  const uncovered = [...plans.required].filter(plan => !named.has(plan)).sort()
  return uncovered.length > 0 ? [...unknown, uncoveredPlans(uncovered, parsed.length)] : unknown
}

function unknownPlans(parsed: readonly ParsedRule[], plans: Plans): readonly Diagnostic[] {
  return parsed.flatMap(({ syntax: { plan }, rule }) => {
    return rule && plan && !plans.byName.has(plan.text) ? [unknownPlan(plan, rule.index, plans)] : []
  })
}

function unknownPlan(plan: Word, rule: number, plans: Plans): Diagnostic {
  const range = { rule, start: plan.start, end: plan.end }
  const meant = suggestName(plan.text, plans.byName.keys())
  return diagnostic({
    code: 'plan-unknown',
    message: `Unknown plan \`${shorten(plan.text)}\`.`,
    hint:
      meant === null ? `The plans are ${[...plans.byName.keys()].sort().join(', ')}.` : `Did you mean \`${meant}\`?`,
    range,
    fix: meant === null ? null : { title: `Replace by \`${meant}\``, edits: [{ kind: 'replace', range, text: meant }] },
    plans: [plan.text],
  })
}

function uncoveredPlans(names: readonly string[], end: number): Diagnostic {
  const [only] = names
  return diagnostic({
    code: 'plan-uncovered',
    message: names.length === 1 ? `Plan ${only} has no rule.` : `These plans have no rule: ${names.join(', ')}.`,
    hint:
      names.length === 1 ? `Add a rule for it, at least \`${only}\`.` : `Add a rule for each, at least \`${only}\`.`,
    range: null,
    fix: {
      title: names.length === 1 ? `Add \`${only}\`` : `Add ${names.length} rules`,
      edits: names.map(text => ({ kind: 'insert', before: end, text })),
    },
    plans: names,
  })
}

/** Warns about valid rules that probably have an unintended effect. */
function adviseRules(parsed: readonly ParsedRule[], index: RuleIndex, plans: Plans): readonly Diagnostic[] {
  const advice: Diagnostic[] = []
  for (const { rule, syntax } of parsed) {
    if (!rule) continue
    if (!isLegal(rule.platformRegion) || !isLegal(rule.hyperscalerRegion)) advice.push(...adviseValues(rule, syntax))
    if (hasCapital(rule.platformRegion) || hasCapital(rule.hyperscalerRegion)) advice.push(...adviseCase(rule, syntax))
    const instead = winnerWithout(rule, index)
    if (instead && sameOutput(rule.output, instead.output)) advice.push(adviseRepetition(rule, instead))
  }
  return [...advice, ...adviseCoverage(index, plans)]
}

function isLegal(region: string | null): boolean {
  return region === null || isLegalLabelValue(region)
}

function adviseValues({ index: rule }: Rule, { inputs }: RuleSyntax): readonly Diagnostic[] {
  return inputs.flatMap(({ key: { text: name }, value: { text, start, end } }) => {
    if (isLegal(text)) return []
    const range = { rule, start, end }
    if (text.includes('*')) {
      const message = `\`*\` in \`${name}=${shorten(text)}\` is an ordinary character, not a wildcard.`
      const hint = `Leave \`${name}\` out to match every region.`
      return [diagnostic({ code: 'star-is-literal', message, hint, range })]
    }
    const message = `Unknown region \`${shorten(text)}\`, so this rule never matches.`
    return [diagnostic({ code: 'never-wins', message, hint: 'Correct the region or remove the rule.', range })]
  })
}

function hasCapital(region: string | null): boolean {
  return region !== null && region !== region.toLowerCase()
}

/** Warns about capital letters: regions are compared exactly, and platforms name them in lower case. */
function adviseCase({ index: rule }: Rule, { inputs }: RuleSyntax): readonly Diagnostic[] {
  return inputs.flatMap(({ value: { text, start, end } }) => {
    if (!isLegal(text) || !hasCapital(text)) return []
    const lower = text.toLowerCase()
    const message = `Region \`${text}\` has capital letters, so this rule does not match \`${lower}\`.`
    const range = { rule, start, end }
    const fix = { title: `Change to \`${lower}\``, edits: [{ kind: 'replace', range, text: lower } as const] }
    return [diagnostic({ code: 'region-case', message, hint: `Write \`${lower}\`.`, range, fix })]
  })
}

/** Warns about a specific rule with the outputs of the rule that would win without it. */
function adviseRepetition(rule: Rule, instead: Rule): Diagnostic {
  return diagnostic({
    code: 'output-repeated',
    message: `Rule ${rule.index + 1} has the same effect as rule ${instead.index + 1} \`${shorten(instead.text)}\`.`,
    hint: 'Remove it, or change its outputs.',
    range: wholeRule(rule),
    related: [wholeRule(instead)],
    fix: { title: `Remove rule ${rule.index + 1}`, edits: [{ kind: 'remove', rule: rule.index }] },
  })
}

/** Null also when two other rules would be ambiguous without this one, so that it is needed. */
function winnerWithout(rule: Rule, index: RuleIndex): Rule | null {
  const { plan, platformRegion, hyperscalerRegion } = rule
  if (platformRegion === null && hyperscalerRegion === null) return null
  const generic = index.plans.get(plan)?.generic ?? null
  if (platformRegion === null || hyperscalerRegion === null) return generic
  const byPlatformRegion = index.get({ plan, platformRegion, hyperscalerRegion: null })
  const byHyperscalerRegion = index.get({ plan, platformRegion: null, hyperscalerRegion })
  if (byPlatformRegion && byHyperscalerRegion) return null
  return byPlatformRegion ?? byHyperscalerRegion ?? generic
}

function adviseCoverage(index: RuleIndex, plans: Plans): readonly Diagnostic[] {
  return [...index.plans].flatMap(([name, rules]) => {
    if (rules.generic || !plans.required.has(name)) return []
    const message = `Plan ${name} has rules for single regions only; no rule matches a request for any other region.`
    const hint = `Add \`${name}\` to match every region.`
    return [diagnostic({ code: 'specific-only', message, hint, range: null, plans: [name] })]
  })
}
