import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { answerOf } from '#app/data/answer-of.ts'
import type { Request } from '#lib/hap/request.ts'
import type { Semantics } from '#lib/hap/semantics.ts'
import type { Evaluation } from '#lib/services/simulator/evaluate-request.ts'
import { evaluate } from './actions.ts'

/** What a request would get, under the console's semantics where none are named. An answer belongs to its request, so that an older one never stands for a newer one. */
export function simulationQuery(request: Request, semantics: Semantics | null) {
  return queryOptions({
    queryKey: ['simulation', request, semantics],
    queryFn: () => answerOf(evaluate(semantics === null ? request : { ...request, semantics }), 'Your input is kept.'),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    // Nobody tells that the database answers again.
    refetchInterval: ({ state: { data } }) => (isClaimUnknown(data) ? 3_000 : false),
  })
}

function isClaimUnknown(answer: Evaluation | undefined): boolean {
  return answer?.kind === 'decided' && answer.claims?.note?.kind === 'unknown'
}
