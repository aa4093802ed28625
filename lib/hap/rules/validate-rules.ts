import type { Plans } from '../plans/plan.ts'
import type { Policy } from '../semantics/policy.ts'
import { adviseRules } from './advise-rules.ts'
import { checkPlans } from './check-plans.ts'
import { compareDiagnostics, type Diagnostic, diagnostic } from './diagnostic.ts'
import { findAmbiguities } from './find-ambiguities.ts'
import { type ParsedRule, parseRule } from './parse-rule.ts'
import { type Rule, wholeRule } from './rule.ts'
import { RuleIndex } from './rule-index.ts'

interface ValidatedRules {
  readonly parsed: readonly ParsedRule[]
  /** The rules without parse errors. */
  readonly rules: readonly Rule[]
  readonly index: RuleIndex
  readonly diagnostics: readonly Diagnostic[]
}

/** Syntax of every rule text, in order, with the parse errors of each. */
export function parseRules(texts: readonly string[], policy: Policy): readonly ParsedRule[] {
  return texts.map((text, index) => parseRule(text, index, policy))
}

/** Everything that can be said about a list of rule texts (seed 001 "Validation"; KEB stops at the first class, we do not). */
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
    message: `Rule ${rule.index + 1} asks for the same as rule ${earlier.index + 1}; outputs do not count.`,
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
