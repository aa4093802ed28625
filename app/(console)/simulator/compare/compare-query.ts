import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ApiError } from '#app/data/fetch-json.ts'
import type { Matrix } from '#lib/hap/matrix/matrix.ts'
import type { Request } from '#lib/hap/request.ts'
import type { Semantics } from '#lib/hap/semantics/policy.ts'
import type { RulesName } from '#lib/queries/rules/ruleset-named.ts'
import { compareMatrix, compareOneRequest } from './actions.ts'
import { type ComparisonChoice, type RulesChoice, rightSemantics } from './choice.ts'
import type { SidesInput } from './compare-input.ts'
import type { DraftTexts } from './draft-texts.ts'

/** Both sides as the server is asked for them; null where a draft is chosen and there is none. */
export function sidesOf(choice: ComparisonChoice, semantics: Semantics, drafts: DraftTexts): SidesInput | null {
  const left = rulesName(choice.left, drafts)
  const right = rulesName(choice.right === 'semantics' ? choice.left : choice.right, drafts)
  if (left === null || right === null) return null
  return { left: { rules: left, semantics }, right: { rules: right, semantics: rightSemantics(choice, semantics) } }
}

function rulesName(choice: RulesChoice, drafts: DraftTexts): RulesName | null {
  if (choice === 'in-force') return { kind: 'in-force' }
  if (typeof choice === 'number') return { kind: 'revision', number: choice }
  const text = drafts[choice]
  return text === null ? null : { kind: 'draft', text }
}

/** What a request gets on both sides; asked for anew whenever what it rests on changes. */
export function requestComparisonQuery(sides: SidesInput | null, request: Request) {
  return queryOptions({
    queryKey: ['simulation-compared', sides, request],
    queryFn: () => given(compareOneRequest(sides, request)),
    placeholderData: keepPreviousData,
    enabled: sides !== null,
    gcTime: 60_000,
  })
}

/** In which combinations both sides differ, as of the moment it was asked for. */
export function matrixComparisonQuery(sides: SidesInput | null, matrix: Matrix) {
  return queryOptions({
    queryKey: ['matrix-compared', sides, matrix],
    queryFn: () => given(compareMatrix(sides, matrix)),
    // Thousands of decisions are not made anew with each change of a binding.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
    gcTime: 10_000,
  })
}

type Failed = Extract<Awaited<ReturnType<typeof compareOneRequest>>, { readonly kind: 'failed' }>

async function given<Answer>(asked: Promise<Answer | Failed>): Promise<Exclude<Answer, Failed>> {
  const answer = await asked.catch(() => {
    throw new ApiError(0, 'The console is not responding. Your input is kept.')
  })
  if (isFailed(answer)) throw new ApiError(answer.status, answer.message)
  return answer as Exclude<Answer, Failed>
}

function isFailed(answer: unknown): answer is Failed {
  return typeof answer === 'object' && answer !== null && 'kind' in answer && answer.kind === 'failed'
}
