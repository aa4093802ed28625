import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getAnswer } from '#app/data/call-failure.ts'
import { ApiError } from '#app/data/fetch-json.ts'
import { useSettled } from '#components/ui/use-settled.ts'
import { type ImpactSummary, impactSummary } from '#lib/hap/impact/impact.ts'
import type { DraftQuestion } from '#lib/queries/impact/draft-impact.ts'
import type { ImpactView } from '#lib/queries/impact/impact-view.ts'
import type { Population } from '#lib/queries/impact/population.ts'
import type { ImportCheck } from '#lib/queries/shoots/imported-plans.ts'
import type { FailedAction } from '#lib/services/describe-error.ts'
import { sizeRefusal } from '#lib/util/body-limit.ts'
import { IMPORTED_PLANS } from '../tab-drafts.ts'
import { previewImpact } from './actions.ts'

/** Delay after the last change of the draft, before the server evaluates it. */
const SETTLE_MS = 300

interface DraftImpact {
  /**
   * Impact of the draft, or of the previous draft while a new one is computed; null before the
   * first answer.
   */
  readonly view: ImpactView | null
  readonly partial: boolean
  /** Names in the imported plans that the landscape does not know; null without an import. */
  readonly importCheck: ImportCheck | null
  /** The evaluated question; rows and files are requested with it. */
  readonly question: ImpactQuestion
  /** Whether `view` may belong to an earlier draft. */
  readonly checking: boolean
  readonly error: Error | null
  readonly retry: () => void
}

/**
 * Previews the impact of a draft on clusters or requests, which the server computes. Drafts that
 * are not valid are not sent.
 */
export function useImpact(question: ImpactQuestion, isValid: boolean): DraftImpact {
  const settled = useSettled(JSON.stringify(question), SETTLE_MS)
  const wanted = settled === JSON.stringify(question)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['rules-impact', settled],
    queryFn: async () => {
      const evaluated: ImpactQuestion = JSON.parse(settled)
      return { question: evaluated, ...(await unwrapAnswer(previewImpact(buildDraftQuestion(evaluated)))) }
    },
    enabled: isValid && wanted,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
  return {
    view: data?.view ?? null,
    partial: data?.partial ?? false,
    importCheck: data?.importCheck ?? null,
    question: data?.question ?? question,
    checking: !wanted || isPlaceholderData || (!data && !error),
    error,
    retry: () => void refetch(),
  }
}

/** The impact of a draft as a summary, with the state of its computation. */
export type ImpactSummaryState =
  | { readonly kind: 'computing' }
  /**
   * `partial`: the database is unavailable, so clusters which only it knows are missing.
   * `estimated`: under the semantics of KEB the counts are estimates.
   */
  | { readonly kind: 'known'; readonly summary: ImpactSummary; readonly partial: boolean; readonly estimated: boolean }
  | { readonly kind: 'failed'; readonly reason: string; readonly retry: () => void }

/**
 * Summarizes the impact of a text on current clusters. An answer to an earlier text counts as
 * computing.
 */
export function useImpactSummary(text: string, isValid: boolean, person: string): ImpactSummaryState {
  const question = { text, population: 'clusters', person, imported: null } as const
  const { view, partial, checking, error, retry } = useImpact(question, isValid)
  if (error !== null) return { kind: 'failed', reason: error.message, retry }
  if (view === null || checking) return { kind: 'computing' }
  const unknown = view.unknown.reduce((sum, { clusters }) => sum + clusters, 0)
  return { kind: 'known', summary: impactSummary(view, unknown), partial, estimated: view.estimated }
}

/** A question about the impact. It names imported plans by id, because their text is long. */
export interface ImpactQuestion {
  readonly text: string
  readonly population: Population
  readonly person: string
  /** Id of the imported plans; null without an import. */
  readonly imported: string | null
}

/**
 * Builds the server's input with the imported plans of this tab. Throws an ApiError when both
 * exceed the size of a call.
 */
export function buildDraftQuestion({ text, population, person, imported }: ImpactQuestion): DraftQuestion {
  const question = { text, population, imported: imported === null ? null : (IMPORTED_PLANS.get(person)?.text ?? null) }
  const tooLong = sizeRefusal(question, 'The rules and the imported plans')
  if (tooLong !== null) throw new ApiError(413, tooLong)
  return question
}

/** Unwraps an answer of the server. Throws an ApiError when it is a failure. */
export async function unwrapAnswer<Answer extends { readonly kind: string }>(
  call: Promise<Answer>,
): Promise<Exclude<Answer, FailedAction | Invalid>> {
  const answer = await getAnswer(call, 'Your draft is kept.')
  if (answer.kind === 'invalid') throw new ApiError(400, 'The draft has errors. Fix them in the editor.')
  return answer as Exclude<Answer, FailedAction | Invalid>
}

interface Invalid {
  readonly kind: 'invalid'
}
