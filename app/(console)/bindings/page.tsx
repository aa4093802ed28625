import type { Metadata } from 'next'
import { bindingsQuery } from '#app/data/binding-queries.ts'
import { listSearch, type SearchParams, WINDOW_ROWS } from '#app/data/list-search.ts'
import { listBindingFields, listBindings } from '#lib/queries/bindings/list-bindings.ts'
import { runtime } from '#lib/runtime.ts'
import { requirePageUser } from '../page-user.ts'
import { Prefetched } from '../prefetched.tsx'
import { BindingsList } from './bindings-list.tsx'

export const metadata: Metadata = { title: 'Bindings' }

export default async function BindingsPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const { name, role } = await requirePageUser()
  const search = listSearch(await searchParams)
  const context = runtime().context()
  const first = listBindings(context, { ...search, offset: 0, limit: WINDOW_ROWS })
  return (
    <Prefetched context={context} answers={[[bindingsQuery(search, 0), first]]}>
      <BindingsList fields={listBindingFields(context)} person={{ name, role }} />
    </Prefetched>
  )
}
