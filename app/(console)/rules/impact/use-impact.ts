import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiError } from '#app/data/fetch-json.ts'
import { useSettled } from '#components/ui/use-settled.ts'
import type { ImpactView } from '#lib/queries/impact/impact-view.ts'
import { foreseeImpact } from './actions.ts'
import type { DraftQuestion } from './impact-question.ts'

/** Somebody who corrects a rule means its end. */
const SETTLE_MS = 300

interface ForeseenImpact {
  /** Of the draft, or the last one known while a new one is computed; null before the first. */
  readonly view: ImpactView | null
  readonly partial: boolean
  /** The draft it is of: rows and files are asked for with it. */
  readonly question: DraftQuestion
  /** It may not be that of the draft as it is now. */
  readonly checking: boolean
  readonly error: Error | null
  readonly retry: () => void
}

/** What a draft would do to clusters or to requests, computed by the server. `isValid`: one with errors is not sent. */
export function useImpact(question: DraftQuestion, isValid: boolean): ForeseenImpact {
  const settled = useSettled(JSON.stringify(question), SETTLE_MS)
  const wanted = settled === JSON.stringify(question)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: ['rules-impact', settled],
    queryFn: async () => ({ question: JSON.parse(settled) as DraftQuestion, ...(await foreseen(settled)) }),
    enabled: isValid && wanted,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
  return {
    view: data?.view ?? null,
    partial: data?.partial ?? false,
    question: data?.question ?? question,
    checking: !wanted || isPlaceholderData || (!data && !error),
    error,
    retry: () => void refetch(),
  }
}

async function foreseen(question: string) {
  const answer = await foreseeImpact(JSON.parse(question)).catch(() => {
    throw new ApiError(0, 'The console is not responding. Your draft is kept.')
  })
  if (answer.kind === 'no-answer') throw new ApiError(answer.status, answer.reason)
  if (answer.kind === 'invalid') throw new ApiError(400, 'The draft has errors. Correct them in the editor.')
  return answer
}
