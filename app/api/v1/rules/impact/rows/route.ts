import { questionRoute } from '#app/api/question-route.ts'
import { validDraft } from '#app/api/rules-input.ts'
import { parseRowsQuestion, previewDraft } from '#lib/queries/impact/draft-impact.ts'
import { listImpactRows } from '#lib/queries/impact/impact-rows.ts'
import { runtime } from '#lib/runtime.ts'
import { MAX_BODY_BYTES } from '#lib/util/body-limit.ts'

const WINDOW = 100

/** The next hundred rows behind one figure. */
export const POST = questionRoute(
  async ({ body }) => {
    const question = parseRowsQuestion(body)
    const rows = listImpactRows(validDraft(await previewDraft(runtime(), question)).impact, question.choice)
    return { rows: rows.slice(question.offset, question.offset + WINDOW), hits: rows.length }
  },
  { mostBytes: MAX_BODY_BYTES },
)
