import type { Plans } from '../plans/plan.ts'
import { type Diagnostic, diagnostic } from './diagnostic.ts'
import { nearest } from './nearest.ts'
import type { ParsedRule } from './parse-rule.ts'
import { shown } from './rule-reader.ts'
import type { Word } from './syntax.ts'

/** Rules for plans that do not exist, and required plans without any rule; a rule for one region counts (KEB). */
export function checkPlans(parsed: readonly ParsedRule[], plans: Plans): readonly Diagnostic[] {
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
  const meant = nearest(plan.text, plans.byName.keys())
  return diagnostic({
    code: 'plan-unknown',
    message: `There is no plan \`${shown(plan.text)}\`.`,
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
