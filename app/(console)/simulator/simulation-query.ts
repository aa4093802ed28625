import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError } from '#app/data/fetch-json.ts'
import type { Request } from '#lib/hap/request.ts'
import { evaluate } from './actions.ts'
import type { Evaluation } from './evaluation.ts'

/** What a request would get. An answer belongs to its request, so that an older one never stands for a newer one. */
export function simulationQuery(request: Request) {
  return queryOptions({
    queryKey: ['simulation', request],
    queryFn: () => evaluated(request),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
}

async function evaluated(request: Request): Promise<Evaluation> {
  const answer = await evaluate(request).catch(() => {
    throw new ApiError(0, 'The console does not answer. What you typed is kept.')
  })
  if (answer.kind === 'failed') throw new ApiError(answer.status, answer.message)
  return answer
}
