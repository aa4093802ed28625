import { questionRoute } from '#app/api/question-route.ts'
import { RulesText } from '#app/api/rules-input.ts'
import { MOST_BYTES } from '#app/most-bytes.ts'
import { policyOf } from '#lib/hap/semantics/policy.ts'
import { readInput } from '#lib/input-problems.ts'
import { checkRulesFile } from '#lib/rules-file/check-rules-file.ts'

/** Everything that is to be said about the text of a rule file. */
export const POST = questionRoute(
  ({ context: { rules, semantics }, body }) => {
    const { text } = readInput(RulesText, body)
    const { ruleset, findings } = checkRulesFile(new TextEncoder().encode(text), rules.plans, policyOf(semantics))
    return { valid: ruleset !== null, rules: ruleset?.rules.length ?? null, findings }
  },
  { mostBytes: MOST_BYTES },
)
