import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { sizeRefusal } from '#app/(console)/call-size.ts'
import { answerOf } from '#app/data/answer-of.ts'
import { ApiError } from '#app/data/fetch-json.ts'
import { useSettled } from '#components/ui/use-settled.ts'
import { type ImpactSummary, impactSummary } from '#lib/hap/impact/impact.ts'
import type { DraftQuestion } from '#lib/queries/impact/draft-impact.ts'
import type { ImpactView } from '#lib/queries/impact/impact-view.ts'
import type { Population } from '#lib/queries/impact/population.ts'
import type { ImportCheck } from '#lib/queries/shoots/imported-plans.ts'
import type { FailedAction } from '#lib/services/describe-error.ts'
import { IMPORTED_PLANS } from '../tab-drafts.ts'
import { foreseeImpact } from './actions.ts'

/** Somebody who corrects a rule means its end. */
const SETTLE_MS = 300

interface ForeseenImpact {
  /** Of the draft, or the last one known while a new one is computed; null before the first. */
  readonly view: ImpactView | null
  readonly partial: boolean
  /** What the imported plans name that nobody knows; null without them. */
  readonly importCheck: ImportCheck | null
  /** The draft it is of: rows and files are asked for with it. */
  readonly question: PageQuestion
  /** It may not be that of the draft as it is now. */
  readonly checking: boolean
  readonly error: Error | null
  readonly retry: () => void
}

/** What a draft would do to clusters or to requests, computed by the server. `isValid`: one with errors is not sent. */
export function useImpact(question: PageQuestion, isValid: boolean): ForeseenImpact {
  const settled = useSettled(JSON.stringify(question), SETTLE_MS)
  const wanted = settled === JSON.stringify(question)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['rules-impact', settled],
    queryFn: async () => {
      const asked: PageQuestion = JSON.parse(settled)
      return { question: asked, ...(await answered(foreseeImpact(wholeQuestion(asked)))) }
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

/** What is known of what a draft would do to clusters. */
export type KnownImpact =
  | { readonly kind: 'computing' }
  /** `partial`: clusters are missing that only the database knows. `estimated`: as KEB would count, by an estimate. */
  | { readonly kind: 'known'; readonly summary: ImpactSummary; readonly partial: boolean; readonly estimated: boolean }
  | { readonly kind: 'failed'; readonly reason: string; readonly retry: () => void }

/** What a draft would do to the clusters known now, in a few figures; an older answer than to this text is none. */
export function useImpactSummary(text: string, isValid: boolean, person: string): KnownImpact {
  const question = { text, population: 'clusters', person, imported: null } as const
  const { view, partial, checking, error, retry } = useImpact(question, isValid)
  if (error !== null) return { kind: 'failed', reason: error.message, retry }
  if (view === null || checking) return { kind: 'computing' }
  const unknown = view.unknown.reduce((sum, { clusters }) => sum + clusters, 0)
  return { kind: 'known', summary: impactSummary(view, unknown), partial, estimated: view.estimated }
}

/** What the page asks: imported plans by their name, since they are long. */
export interface PageQuestion {
  readonly text: string
  readonly population: Population
  readonly person: string
  /** Id of the import; null for none. */
  readonly imported: string | null
}

/** The question as the server takes it, with the plans this tab keeps now. Throws ApiError where both are too long together. */
export function wholeQuestion({ text, population, person, imported }: PageQuestion): DraftQuestion {
  const whole = { text, population, imported: imported === null ? null : (IMPORTED_PLANS.get(person)?.text ?? null) }
  const tooLong = sizeRefusal(whole, 'The rules and the imported plans')
  if (tooLong !== null) throw new ApiError(413, tooLong)
  return whole
}

/** An answer to a question about a draft; why there is none is thrown. Throws ApiError. */
export async function answered<Answer extends { readonly kind: string }>(
  call: Promise<Answer>,
): Promise<Exclude<Answer, FailedAction | Invalid>> {
  const answer = await answerOf(call, 'Your draft is kept.')
  if (answer.kind === 'invalid') throw new ApiError(400, 'The draft has errors. Correct them in the editor.')
  return answer as Exclude<Answer, FailedAction | Invalid>
}

interface Invalid {
  readonly kind: 'invalid'
}
