import { z } from 'zod'
import { questionRoute } from '#app/api/question-route.ts'
import { parseInput } from '#lib/input-problems.ts'
import { listBulkOffers } from '#lib/queries/bindings/bulk-offers.ts'
import { ChosenBindings } from '#lib/services/jobs/plan-job.ts'
import { MAX_BODY_BYTES } from '#lib/util/body-limit.ts'

const Question = z.object({ chosen: ChosenBindings })

/** Lists the actions that a selection of bindings allows, regardless of the caller's role. */
export const POST = questionRoute(
  ({ context, body }) => ({ offers: listBulkOffers(context, parseInput(Question, body).chosen) }),
  {
    mostBytes: MAX_BODY_BYTES,
  },
)
