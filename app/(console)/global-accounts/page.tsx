import type { Metadata } from 'next'
import { globalAccountsQuery } from '#app/data/global-account-queries.ts'
import { listSearch, type SearchParams, WINDOW_ROWS } from '#app/data/list-search.ts'
import { listGlobalAccountFields, listGlobalAccounts } from '#lib/queries/global-accounts/global-account-list.ts'
import { runtime } from '#lib/runtime.ts'
import { requirePageUser } from '../page-user.ts'
import { Prefetched } from '../prefetched.tsx'
import { GlobalAccountsList } from './global-accounts-list.tsx'

export const metadata: Metadata = { title: 'Global accounts' }

export default async function GlobalAccountsPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  await requirePageUser()
  const search = listSearch(await searchParams)
  const context = runtime().context()
  const first = listGlobalAccounts(context, { ...search, offset: 0, limit: WINDOW_ROWS })
  return (
    <Prefetched context={context} answers={[[globalAccountsQuery(search, 0), first]]}>
      <GlobalAccountsList fields={listGlobalAccountFields(context)} />
    </Prefetched>
  )
}
