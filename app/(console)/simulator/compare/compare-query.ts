import { hashKey, queryOptions } from '@tanstack/react-query'
import { answerOf } from '#app/data/answer-of.ts'
import type { Matrix } from '#lib/hap/analysis/matrix.ts'
import type { Request } from '#lib/hap/request.ts'
import type { Semantics } from '#lib/hap/semantics.ts'
import type { RulesReference } from '#lib/queries/rules/revisions.ts'
import type { SidesInput } from '#lib/queries/simulator/compare-rules.ts'
import { compareMatrix, compareOneRequest } from './actions.ts'
import { type ComparisonChoice, isSameSide, type RulesChoice, rightSemantics } from './choice.ts'
import type { DraftTexts } from './draft-texts.ts'

/** Both sides as the server is asked for them; null where they are the same, or a draft is chosen and there is none. */
export function sidesOf(choice: ComparisonChoice, semantics: Semantics, drafts: DraftTexts): SidesInput | null {
  if (isSameSide(choice)) return null
  const left = rulesName(choice.left, drafts)
  const right = rulesName(choice.right === 'semantics' ? choice.left : choice.right, drafts)
  if (left === null || right === null) return null
  return { left: { rules: left, semantics }, right: { rules: right, semantics: rightSemantics(choice, semantics) } }
}

function rulesName(choice: RulesChoice, drafts: DraftTexts): RulesReference | null {
  if (choice === 'in-force') return { kind: 'in-force' }
  if (typeof choice === 'number') return { kind: 'revision', number: choice }
  const text = drafts[choice]
  return text === null ? null : { kind: 'draft', text }
}

/** What a request gets on both sides; asked for anew whenever what it rests on changes. */
export function requestComparisonQuery(sides: SidesInput | null, request: Request) {
  return queryOptions({
    queryKey: ['simulation-compared', sides, request],
    queryFn: () => answerOf(compareOneRequest(sides, request), KEPT),
    // Another request's answer may stand until its own is there. That of other sides would stand under the wrong names.
    placeholderData: (last, lastQuery) =>
      lastQuery && hashKey([lastQuery.queryKey[1]]) === hashKey([sides]) ? last : undefined,
    enabled: sides !== null,
    gcTime: 60_000,
  })
}

/** In which combinations both sides differ, as of the moment it was asked for. */
export function matrixComparisonQuery(sides: SidesInput | null, matrix: Matrix) {
  return queryOptions({
    queryKey: ['matrix-compared', sides, matrix],
    queryFn: () => answerOf(compareMatrix(sides, matrix), KEPT),
    // Thousands of decisions are not made anew with each change of a binding.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    gcTime: 10_000,
  })
}

const KEPT = 'Your input is kept.'
