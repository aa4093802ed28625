import type { Metadata } from 'next'
import { listSearch, type SearchParams, WINDOW_ROWS } from '#app/data/list-search.ts'
import { cleaningQuery } from '#app/data/operator-queries.ts'
import { listCleaning, listCleaningFields } from '#lib/queries/bindings/list-cleaning.ts'
import { runtime } from '#lib/runtime.ts'
import { requirePageUser } from '../../page-user.ts'
import { Prefetched } from '../../prefetched.tsx'
import { CleaningList } from './cleaning-list.tsx'

export const metadata: Metadata = { title: 'Cleaning' }

export default async function CleaningPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  await requirePageUser()
  const search = listSearch(await searchParams)
  const context = runtime().context()
  const first = listCleaning(context, { ...search, offset: 0, limit: WINDOW_ROWS })
  return (
    <Prefetched context={context} answers={[[cleaningQuery(search, 0), first]]}>
      <CleaningList fields={listCleaningFields(context)} />
    </Prefetched>
  )
}
