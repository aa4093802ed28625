import { questionRoute } from '#app/api/question-route.ts'
import { RulesText } from '#app/api/rules-input.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { parseInput } from '#lib/input-problems.ts'
import { checkRulesFile } from '#lib/rules-file/check-rules-file.ts'
import { MAX_BODY_BYTES } from '#lib/util/body-limit.ts'

/** All findings about the text of a rule file. */
export const POST = questionRoute(
  ({ context: { rules, semantics }, body }) => {
    const { text } = parseInput(RulesText, body)
    const { ruleset, findings } = checkRulesFile(new TextEncoder().encode(text), rules.plans, policyOf(semantics))
    return { valid: ruleset !== null, rules: ruleset?.rules.length ?? null, findings }
  },
  { mostBytes: MAX_BODY_BYTES },
)
