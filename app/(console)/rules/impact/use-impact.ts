import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSettled } from '#components/ui/use-settled.ts'
import type { ImpactView } from '#lib/queries/impact/impact-view.ts'
import type { ImportCheck } from '#lib/queries/shoots/imported-plans.ts'
import { foreseeImpact } from './actions.ts'
import { answered, type PageQuestion, wholeQuestion } from './page-question.ts'

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
