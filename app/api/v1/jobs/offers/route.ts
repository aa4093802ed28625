import { z } from 'zod'
import { ChosenBindings } from '#app/(console)/bindings/bulk/plan-now.ts'
import { questionRoute } from '#app/api/question-route.ts'
import { MOST_BYTES } from '#app/most-bytes.ts'
import { readInput } from '#lib/input-problems.ts'
import { bulkOffers } from '#lib/queries/jobs/bulk-offers.ts'

const Question = z.object({ chosen: ChosenBindings })

/** What can be done to a selection of bindings, for whoever has the role. */
export const POST = questionRoute(
  ({ context, body }) => ({ offers: bulkOffers(context, readInput(Question, body).chosen) }),
  {
    mostBytes: MOST_BYTES,
  },
)
