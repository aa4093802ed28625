import { historyQuery } from '#app/data/history-query.ts'
import { ifSoon } from '#app/data/if-soon.ts'
import { overviewQuery } from '#app/data/overview-query.ts'
import { windowFrom } from '#lib/hap/pools/history-window.ts'
import { poolHistory } from '#lib/queries/history/pool-history.ts'
import { overview } from '#lib/queries/overview/overview.ts'
import { runtime } from '#lib/runtime.ts'
import { parameter, type SearchParams } from '../list-search.ts'
import { requirePageUser } from '../page-user.ts'
import { Prefetched } from '../prefetched.tsx'
import { OverviewBoard } from './overview-board.tsx'

export const metadata = { title: 'Overview' }

export default async function OverviewPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  await requirePageUser()
  const window = windowFrom(parameter(await searchParams, 'window'))
  const context = runtime().context()
  // The browser asks again, and shows why it failed.
  const history = await ifSoon(poolHistory(runtime().store.db, context, window))
  const answers = [[overviewQuery(), overview(context)] as const, [historyQuery(window), history] as const]
  return (
    <Prefetched context={context} answers={answers.filter(([, answer]) => answer !== null)}>
      <OverviewBoard />
    </Prefetched>
  )
}
