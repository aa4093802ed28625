import { parseRule } from '#lib/hap/rules/parse-rule.ts'
import { formatRule, type Rule, sameOutput } from '#lib/hap/rules/rule.ts'
import type { RuleSource } from '#lib/hap/rules/rule-source.ts'
import type { Policy } from '#lib/hap/semantics.ts'
import { changeRules } from './change-rules.ts'

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
