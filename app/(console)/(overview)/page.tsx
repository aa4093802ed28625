import { Prefetched, resolveForFirstPaint } from '#app/(console)/prefetched.tsx'
import { queuesQuery } from '#app/data/claim-queries.ts'
import { parameter, type SearchParams } from '#app/data/list-search.ts'
import { historyQuery, overviewQuery } from '#app/data/overview-queries.ts'
import { parseWindow } from '#lib/hap/pools/alarm.ts'
import { getOverview } from '#lib/queries/overview.ts'
import { getPoolHistory } from '#lib/queries/pools/pool-history.ts'
import { listQueueLengths } from '#lib/queries/pools/queues.ts'
import { runtime } from '#lib/runtime.ts'
import { requirePageUser } from '../page-user.ts'
import { OverviewBoard } from './overview-board.tsx'

export const metadata = { title: 'Overview' }

export default async function OverviewPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  await requirePageUser()
  const window = parseWindow(parameter(await searchParams, 'window'))
  const waiting = await resolveForFirstPaint(runtime().queues.read())
  const context = runtime().context()
  // The browser retries the query and shows its error.
  const { db } = runtime().store
  const [history, queues] = await Promise.all([
    resolveForFirstPaint(getPoolHistory(db, context, window)),
    resolveForFirstPaint(listQueueLengths(db)),
  ])
  const answers = [
    [overviewQuery(), getOverview(context, waiting, runtime().multiAccount.isUnconfirmed)] as const,
    [historyQuery(window), history] as const,
    [queuesQuery(), queues] as const,
  ]
  return (
    <Prefetched context={context} answers={answers.filter(([, answer]) => answer !== null)}>
      <OverviewBoard />
    </Prefetched>
  )
}
