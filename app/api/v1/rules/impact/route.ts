import { impactNow } from '#app/(console)/rules/impact/impact-now.ts'
import { parseDraftQuestion } from '#app/(console)/rules/impact/impact-question.ts'
import { questionRoute } from '#app/api/question-route.ts'
import { validDraft } from '#app/api/rules-input.ts'
import { MOST_BYTES } from '#app/most-bytes.ts'
import { impactView } from '#lib/queries/impact/impact-view.ts'

/** What a draft would do, in figures. */
export const POST = questionRoute(
  async ({ body }) => {
    const { impact, population, semantics, partial } = validDraft(await impactNow(parseDraftQuestion(body)))
    return { impact: impactView(impact, population, semantics), partial }
  },
  { mostBytes: MOST_BYTES },
)
