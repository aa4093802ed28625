import type { Metadata } from 'next'
import { shootsQuery } from '#app/data/claim-queries.ts'
import { listSearch, type SearchParams, WINDOW_ROWS } from '#app/data/list-search.ts'
import { listShootFields, listShoots } from '#lib/queries/shoots/list-shoots.ts'
import { runtime } from '#lib/runtime.ts'
import { requirePageUser } from '../page-user.ts'
import { Prefetched } from '../prefetched.tsx'
import { ShootsList } from './shoots-list.tsx'

export const metadata: Metadata = { title: 'Shoots' }

export default async function ShootsPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  await requirePageUser()
  const search = listSearch(await searchParams)
  const known = await runtime().clusters.read()
  const context = runtime().context()
  const first = listShoots(context, known, { ...search, offset: 0, limit: WINDOW_ROWS })
  return (
    <Prefetched context={context} answers={[[shootsQuery(search, 0), first]]}>
      <ShootsList fields={listShootFields(context, known)} />
    </Prefetched>
  )
}
