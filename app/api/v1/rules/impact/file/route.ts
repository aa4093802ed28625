import { impactNow } from '#app/(console)/rules/impact/impact-now.ts'
import { parseRowsQuestion } from '#app/(console)/rules/impact/impact-question.ts'
import { questionRoute } from '#app/api/question-route.ts'
import { validDraft } from '#app/api/rules-input.ts'
import { MOST_BYTES } from '#app/most-bytes.ts'
import { impactFile } from '#lib/queries/impact/impact-file.ts'
import { impactRows } from '#lib/queries/impact/impact-rows.ts'

/** All rows behind one of the figures, as CSV. */
export const POST = questionRoute(
  async ({ body }) => {
    const question = parseRowsQuestion(body)
    const { impact, semantics } = validDraft(await impactNow(question))
    return new Response(impactFile(impactRows(impact, question.choice), semantics), {
      headers: {
        'content-type': 'text/csv; charset=utf-8; header=present',
        'content-disposition': 'attachment; filename="impact.csv"',
        'cache-control': 'no-store',
      },
    })
  },
  { mostBytes: MOST_BYTES },
)
