import { questionRoute } from '#app/api/question-route.ts'
import { validDraft } from '#app/api/rules-input.ts'
import { parseRowsQuestion, previewDraft } from '#lib/queries/impact/draft-impact.ts'
import { formatImpactFile, listImpactRows } from '#lib/queries/impact/impact-rows.ts'
import { runtime } from '#lib/runtime.ts'
import { MAX_BODY_BYTES } from '#lib/util/body-limit.ts'

/** Exports all rows behind one figure as CSV. */
export const POST = questionRoute(
  async ({ body }) => {
    const question = parseRowsQuestion(body)
    const { impact, semantics } = validDraft(await previewDraft(runtime(), question))
    return new Response(formatImpactFile(listImpactRows(impact, question.choice), semantics), {
      headers: {
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': 'attachment; filename="impact.csv"',
        'cache-control': 'no-store',
      },
    })
  },
  { mostBytes: MAX_BODY_BYTES },
)
