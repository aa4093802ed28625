import { overviewQuery } from '#app/data/overview-query.ts'
import { overview } from '#lib/queries/overview/overview.ts'
import { runtime } from '#lib/runtime.ts'
import { requirePageUser } from '../page-user.ts'
import { Prefetched } from '../prefetched.tsx'
import { OverviewBoard } from './overview-board.tsx'

export const metadata = { title: 'Overview' }

export default async function OverviewPage() {
  await requirePageUser()
  const context = runtime().context()
  return (
    <Prefetched context={context} answers={[[overviewQuery(), overview(context)]]}>
      <OverviewBoard />
    </Prefetched>
  )
}
