import { queryOptions } from '@tanstack/react-query'
import { answerOf } from '#app/data/answer-of.ts'
import type { Matrix } from '#lib/hap/analysis/matrix.ts'
import type { Semantics } from '#lib/hap/semantics.ts'
import { evaluateMatrix } from './actions.ts'

/** What every combination of a matrix would get, under the console's semantics where none are named. */
export function matrixQuery(matrix: Matrix, semantics: Semantics | null) {
  return queryOptions({
    queryKey: ['matrix', matrix, semantics],
    queryFn: () => answerOf(evaluateMatrix({ ...matrix, semantics }), 'Your input is kept.'),
    // As of the moment it was asked for: thousands of decisions are not made anew with each change of a binding.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    // An answer has some hundred kilobytes.
    gcTime: 10_000,
  })
}
