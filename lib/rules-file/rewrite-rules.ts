import type { Plans } from '#lib/hap/plans/plan.ts'
import { applyFix, type Fix } from '#lib/hap/rules/diagnostic.ts'
import { parseRule } from '#lib/hap/rules/parse-rule.ts'
import { formatRule, type Rule, sameOutput } from '#lib/hap/rules/rule.ts'
import type { RuleSource } from '#lib/hap/rules/rule-source.ts'
import type { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { ruleSelectors } from '#lib/hap/selection/reach.ts'
import type { Policy } from '#lib/hap/semantics.ts'
import { changeRules } from './change-rules.ts'

/** The text of a rule file after a fix; `source` is what was read from it. Null where the fix cannot be written there. */
export function fixRules(text: string, source: RuleSource, fix: Fix): string | null {
  if (source.kind === 'four-rules') return null
  const replacements = fix.edits.filter(edit => edit.kind === 'replace')
  const texts = applyFix(source.texts, { ...fix, edits: replacements })
  return changeRules(text, {
    replaced: new Map(replacements.map(({ range }) => [range.rule, texts[range.rule] ?? ''])),
    removed: new Set(fix.edits.flatMap(edit => (edit.kind === 'remove' ? [edit.rule] : []))),
    inserted: fix.edits.filter(edit => edit.kind === 'insert'),
  })
}

/**
 * The text of a rule file with every rule in its canonical writing; `source` is what was read from it. Rules with errors stay as they
 * are, and so do those by reference and everything between rules.
 */
export function formatRules(text: string, source: RuleSource, policy: Policy): string {
  if (source.kind === 'four-rules') return text
  const replaced = new Map<number, string>()
  for (const [index, written] of source.texts.entries()) {
    const { rule } = parseRule(written, index, policy)
    const formatted = rule && formatRule(rule)
    // A name only KEB accepts may read as something else (D3).
    if (formatted && formatted !== written && isSame(rule, parseRule(formatted, index, policy).rule)) {
      replaced.set(index, formatted)
    }
  }
  return changeRules(text, { replaced, keepReferences: true }) ?? text
}

function isSame(a: Rule, b: Rule | null): boolean {
  if (b === null || a.plan !== b.plan) return false
  return (
    a.platformRegion === b.platformRegion &&
    a.hyperscalerRegion === b.hyperscalerRegion &&
    sameOutput(a.output, b.output)
  )
}

/** How every label selector of a rule begins. */
const SELECTOR = /^hyperscalerType=/

/**
 * The text of a rule file with the label selectors of each rule as a comment above it, in place of those it has already; `ruleset` is what was
 * read from it. A list between brackets has no room for them; null for four rules, and for a file that cannot be read.
 */
export function withSelectors(text: string, ruleset: Ruleset, plans: Plans): string | null {
  const comments = new Map(ruleset.rules.map(rule => [rule.index, ruleSelectors(rule, plans)]))
  return changeRules(text, { comments, outdated: SELECTOR })
}
