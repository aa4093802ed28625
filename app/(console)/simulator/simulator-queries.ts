import { hashKey, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getAnswer } from '#app/data/call-failure.ts'
import type { Matrix } from '#lib/hap/analysis/matrix.ts'
import type { Request } from '#lib/hap/request.ts'
import type { Semantics } from '#lib/hap/semantics.ts'
import type { RulesReference } from '#lib/queries/rules/revisions.ts'
import type { SidesInput } from '#lib/queries/simulator/compare-rules.ts'
import type { Evaluation } from '#lib/services/simulator/evaluate-request.ts'
import { compareMatrix, compareOneRequest, evaluate, evaluateMatrix } from './actions.ts'
import {
  type ComparisonChoice,
  type DraftTexts,
  hasEqualSides,
  type RulesChoice,
  rightSemantics,
} from './compare/comparison-choice.ts'

/** Appended to a failure: the form is unchanged. */
const INPUT_KEPT = 'Your input is kept.'

/**
 * Evaluates a request, under the semantics in force unless others are given. The key contains the
 * request, so that no earlier answer appears under a later request.
 */
export function simulationQuery(request: Request, semantics: Semantics | null) {
  return queryOptions({
    queryKey: ['simulation', request, semantics],
    queryFn: () => getAnswer(evaluate(semantics === null ? request : { ...request, semantics }), INPUT_KEPT),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
    // No event reports that the database is available again.
    refetchInterval: ({ state: { data } }) => (isClaimUnknown(data) ? 3_000 : false),
  })
}

function isClaimUnknown(answer: Evaluation | undefined): boolean {
  return answer?.kind === 'decided' && answer.claims?.note?.kind === 'unknown'
}

/**
 * Evaluates every combination of a matrix, under the semantics in force unless others are given.
 */
export function matrixQuery(matrix: Matrix, semantics: Semantics | null) {
  return queryOptions({
    queryKey: ['matrix', matrix, semantics],
    queryFn: () => getAnswer(evaluateMatrix({ ...matrix, semantics }), INPUT_KEPT),
    // A matrix takes thousands of decisions, so changes of bindings do not refetch it.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    // An answer has several hundred kilobytes.
    gcTime: 10_000,
  })
}

/**
 * Builds the server's input. Returns null when both sides are equal, or a chosen draft does not
 * exist.
 */
export function buildSides(choice: ComparisonChoice, semantics: Semantics, drafts: DraftTexts): SidesInput | null {
  if (hasEqualSides(choice)) return null
  const left = buildReference(choice.left, drafts)
  const right = buildReference(choice.right === 'semantics' ? choice.left : choice.right, drafts)
  if (left === null || right === null) return null
  return { left: { rules: left, semantics }, right: { rules: right, semantics: rightSemantics(choice, semantics) } }
}

function buildReference(choice: RulesChoice, drafts: DraftTexts): RulesReference | null {
  if (choice === 'in-force') return { kind: 'in-force' }
  if (typeof choice === 'number') return { kind: 'revision', number: choice }
  const text = drafts[choice]
  return text === null ? null : { kind: 'draft', text }
}

/** Compares both sides on a request. */
export function requestComparisonQuery(sides: SidesInput | null, request: Request) {
  return queryOptions({
    queryKey: ['simulation-compared', sides, request],
    queryFn: () => getAnswer(compareOneRequest(sides, request), INPUT_KEPT),
    // The answer to the previous request may stay visible, but not that of other sides, whose names
    // would be wrong.
    placeholderData: (last, lastQuery) =>
      lastQuery && hashKey([lastQuery.queryKey[1]]) === hashKey([sides]) ? last : undefined,
    enabled: sides !== null,
    gcTime: 60_000,
  })
}

/** Compares both sides on a matrix. */
export function matrixComparisonQuery(sides: SidesInput | null, matrix: Matrix) {
  return queryOptions({
    queryKey: ['matrix-compared', sides, matrix],
    queryFn: () => getAnswer(compareMatrix(sides, matrix), INPUT_KEPT),
    // A matrix takes thousands of decisions, so changes of bindings do not refetch it.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    gcTime: 10_000,
  })
}
