import type { Plans } from '#lib/hap/plans/plan.ts'
import { applyFix, type Fix } from '#lib/hap/rules/diagnostic.ts'
import { parseRule } from '#lib/hap/rules/parse-rule.ts'
import { formatRule, type Rule, sameOutput } from '#lib/hap/rules/rule.ts'
import type { RuleSource } from '#lib/hap/rules/rule-source.ts'
import type { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { ruleSelectors } from '#lib/hap/selection/reach.ts'
import type { Policy } from '#lib/hap/semantics.ts'
import { changeRules } from './change-rules.ts'

/**
 * Applies a fix to the text of a rules file. `source` was parsed from it. Returns null when the fix
 * does not apply.
 */
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
 * Formats every rule canonically. `source` was parsed from `text`. Rules with errors, aliases, and
 * everything between rules stay as written.
 */
export function formatRules(text: string, source: RuleSource, policy: Policy): string {
  if (source.kind === 'four-rules') return text
  const replaced = new Map<number, string>()
  for (const [index, written] of source.texts.entries()) {
    const { rule } = parseRule(written, index, policy)
    const formatted = rule && formatRule(rule)
    // A name that only KEB accepts may parse differently after formatting (D3).
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

/** Prefix of every label selector of a rule. */
const SELECTOR = /^hyperscalerType=/

/**
 * Writes the label selectors of each rule as a comment above it, and replaces those of an earlier
 * call. `ruleset` was parsed from `text`. A flow list stays unchanged. Returns null for the four
 * properties, and for an unreadable file.
 */
export function annotateRules(text: string, ruleset: Ruleset, plans: Plans): string | null {
  const comments = new Map(ruleset.rules.map(rule => [rule.index, ruleSelectors(rule, plans)]))
  return changeRules(text, { comments, outdated: SELECTOR })
}
