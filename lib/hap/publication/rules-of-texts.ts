import { parseRule } from '../rules/parse-rule.ts'
import type { Rule } from '../rules/rule.ts'
import { policyOf, type Semantics } from '../semantics/policy.ts'

/** Rules from texts that were valid once, whatever plans there are today; what cannot be read is left out. */
export function rulesOfTexts(texts: readonly string[], semantics: Semantics): readonly Rule[] {
  const policy = policyOf(semantics)
  return texts.flatMap((text, index) => parseRule(text, index, policy).rule ?? [])
}
