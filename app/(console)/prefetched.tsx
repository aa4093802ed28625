import { dehydrate, QueryClient, type QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { momentOf, momentText } from '#lib/util/moment.ts'
import { resultWithin } from '#lib/util/result-within.ts'
import { Hydrated } from './hydrated.tsx'

/** A query of the page with the answer that its route would give. */
type Answered = readonly [query: { readonly queryKey: QueryKey }, answer: unknown]

interface PrefetchedProps {
  /** What the answers were read from. */
  readonly context: QueryContext
  readonly answers: readonly Answered[]
  readonly children: ReactNode
}

/**
 * Older than any answer that the browser fetched. Events keep those current, while the router may
 * render an outdated page again.
 */
const BEFORE_ALL = 1

/**
 * Preloads the first queries of a page's client components, so that the first paint is complete.
 */
export function Prefetched({ context, answers, children }: PrefetchedProps) {
  const queries = new QueryClient()
  for (const [{ queryKey }, answer] of answers) queries.setQueryData(queryKey, answer, { updatedAt: BEFORE_ALL })
  return (
    <Hydrated state={dehydrate(queries)} moment={momentText(momentOf(context))}>
      {children}
    </Hydrated>
  )
}

/**
 * Resolves data that the page can also load later; null when it fails, or takes longer than the
 * first paint may wait.
 */
export async function resolveForFirstPaint<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  return resultWithin(answer, FIRST_PAINT_MS, null).catch(() => null)
}

const FIRST_PAINT_MS = 150
