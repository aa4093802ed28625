import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError } from '#app/data/fetch-json.ts'
import type { Matrix } from '#lib/hap/matrix/matrix.ts'
import type { Semantics } from '#lib/hap/semantics/policy.ts'
import { evaluateMatrix } from './actions.ts'
import type { MatrixAnswer } from './matrix-input.ts'

/** What every combination of a matrix would get, under the console's semantics where none are named. */
export function matrixQuery(matrix: Matrix, semantics: Semantics | null) {
  return queryOptions({
    queryKey: ['matrix', matrix, semantics],
    queryFn: () => evaluated(matrix, semantics),
    placeholderData: keepPreviousData,
    // As of the moment it was asked for: thousands of decisions are not made anew with each change of a binding.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    // An answer has some hundred kilobytes.
    gcTime: 10_000,
  })
}

async function evaluated(matrix: Matrix, semantics: Semantics | null): Promise<MatrixAnswer> {
  const answer = await evaluateMatrix({ ...matrix, semantics }).catch(() => {
    throw new ApiError(0, 'The console is not responding. Your input is kept.')
  })
  if (answer.kind === 'failed') throw new ApiError(answer.status, answer.message)
  return answer
}
