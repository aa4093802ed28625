import { parseSettings } from '#app/api/allowlist-input.ts'
import { questionRoute } from '#app/api/question-route.ts'
import { computeConsequences } from '#lib/queries/allowlist/consequences.ts'

/** What other settings would do to the inventory now. */
export const POST = questionRoute(
  ({ context, body }) => {
    const multiAccount = parseSettings(body)
    return { multiAccount, consequences: computeConsequences(context, multiAccount) }
  },
  { mostBytes: 1_000_000 },
)
