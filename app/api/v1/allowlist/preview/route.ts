import { parseSettings } from '#app/api/allowlist-input.ts'
import { questionRoute } from '#app/api/question-route.ts'
import { computeConsequences } from '#lib/queries/allowlist/consequences.ts'

/** Computes what other settings would change in the current inventory. */
export const POST = questionRoute(
  ({ context, body }) => {
    const multiAccount = parseSettings(body)
    return { multiAccount, consequences: computeConsequences(context, multiAccount) }
  },
  { mostBytes: 1_000_000 },
)
