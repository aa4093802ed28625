import type { Metadata } from 'next'
import { Prefetched, resolveForFirstPaint } from '#app/(console)/prefetched.tsx'
import { listSearch, type SearchParams } from '#app/data/list-search.ts'
import { poolsQuery } from '#app/data/pool-queries.ts'
import { listPools } from '#lib/queries/pools/list-pools.ts'
import { POOL_LIST } from '#lib/queries/pools/pool-list.ts'
import { runtime } from '#lib/runtime.ts'
import { requirePageUser } from '../page-user.ts'
import { PoolsList } from './pools-list.tsx'

export const metadata: Metadata = { title: 'Pools' }

export default async function PoolsPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  await requirePageUser()
  const search = listSearch(await searchParams)
  const waiting = await resolveForFirstPaint(runtime().queues.read())
  const context = runtime().context()
  return (
    <Prefetched context={context} answers={[[poolsQuery(search), listPools(context, search, waiting)]]}>
      <PoolsList fields={POOL_LIST.fields} />
    </Prefetched>
  )
}
