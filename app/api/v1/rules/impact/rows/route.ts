import { impactNow } from '#app/(console)/rules/impact/impact-now.ts'
import { parseRowsQuestion } from '#app/(console)/rules/impact/impact-question.ts'
import { questionRoute } from '#app/api/question-route.ts'
import { validDraft } from '#app/api/rules-input.ts'
import { MOST_BYTES } from '#app/most-bytes.ts'
import { impactRows } from '#lib/queries/impact/impact-rows.ts'

const WINDOW = 100

/** The next hundred rows behind one of the figures. */
export const POST = questionRoute(
  async ({ body }) => {
    const question = parseRowsQuestion(body)
    const rows = impactRows(validDraft(await impactNow(question)).impact, question.choice)
    return { rows: rows.slice(question.offset, question.offset + WINDOW), hits: rows.length }
  },
  { mostBytes: MOST_BYTES },
)
