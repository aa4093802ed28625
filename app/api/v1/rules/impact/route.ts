import { questionRoute } from '#app/api/question-route.ts'
import { validDraft } from '#app/api/rules-input.ts'
import { parseDraftQuestion, previewDraft } from '#lib/queries/impact/draft-impact.ts'
import { buildImpactView } from '#lib/queries/impact/impact-view.ts'
import { runtime } from '#lib/runtime.ts'
import { MAX_BODY_BYTES } from '#lib/util/body-limit.ts'

/** Impact of a draft in figures. */
export const POST = questionRoute(
  async ({ body }) => {
    const { impact, population, semantics, partial } = validDraft(
      await previewDraft(runtime(), parseDraftQuestion(body)),
    )
    return { impact: buildImpactView(impact, population, semantics), partial }
  },
  { mostBytes: MAX_BODY_BYTES },
)
