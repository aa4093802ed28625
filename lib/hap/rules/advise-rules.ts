import type { Plans } from '../plans/plan.ts'
import { isLegalLabelValue } from '../pools/label-value.ts'
import { type Diagnostic, diagnostic } from './diagnostic.ts'
import type { ParsedRule } from './parse-rule.ts'
import { type Rule, sameOutput, wholeRule } from './rule.ts'
import type { RuleIndex } from './rule-index.ts'
import { shown } from './rule-reader.ts'
import type { RuleSyntax } from './syntax.ts'

/** Warnings: valid rules that hardly do what their author had in mind. */
export function adviseRules(parsed: readonly ParsedRule[], index: RuleIndex, plans: Plans): readonly Diagnostic[] {
  const advice: Diagnostic[] = []
  for (const { rule, syntax } of parsed) {
    if (!rule) continue
    if (!isLegal(rule.platformRegion) || !isLegal(rule.hyperscalerRegion)) advice.push(...adviseValues(rule, syntax))
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
      const message = `\`*\` in \`${name}=${shown(text)}\` is an ordinary character, not a wildcard.`
      const hint = `Leave \`${name}\` out to match every region.`
      return [diagnostic({ code: 'star-is-literal', message, hint, range })]
    }
    const message = `No region is called \`${shown(text)}\`, so this rule can never win.`
    return [diagnostic({ code: 'never-wins', message, hint: 'Correct the region or remove the rule.', range })]
  })
}

/** A specific rule whose outputs are those of the rule that would win without it. */
function adviseRepetition(rule: Rule, instead: Rule): Diagnostic {
  return diagnostic({
    code: 'output-repeated',
    message: `Rule ${rule.index + 1} gives what rule ${instead.index + 1} \`${shown(instead.text)}\` gives anyway.`,
    hint: 'Remove it, or give it other outputs.',
    range: wholeRule(rule),
    related: [wholeRule(instead)],
    fix: { title: `Remove rule ${rule.index + 1}`, edits: [{ kind: 'remove', rule: rule.index }] },
  })
}

/** Null also where removing the rule would leave two that tie: then it is needed. */
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
    const message = `Plan ${name} has rules for single regions only; a request for any other region finds no rule.`
    const hint = `Add \`${name}\` if every region should be served.`
    return [diagnostic({ code: 'specific-only', message, hint, range: null, plans: [name] })]
  })
}
