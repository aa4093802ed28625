import { WINDOW_ROWS } from '#app/data/list-search.ts'
import { BINDING_LIST } from '#lib/queries/bindings/binding-list.ts'
import { CLEANING_LIST } from '#lib/queries/bindings/cleaning-list.ts'
import { listBindingFields, listBindings } from '#lib/queries/bindings/list-bindings.ts'
import { listCleaning, listCleaningFields } from '#lib/queries/bindings/list-cleaning.ts'
import type { KnownClusters } from '#lib/queries/cluster-register.ts'
import {
  GLOBAL_ACCOUNT_LIST,
  listGlobalAccountFields,
  listGlobalAccounts,
} from '#lib/queries/global-accounts/global-account-list.ts'
import type { ListRequest } from '#lib/queries/lists/list-window.ts'
import { listPools } from '#lib/queries/pools/list-pools.ts'
import { POOL_LIST } from '#lib/queries/pools/pool-list.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { listShootFields, listShoots } from '#lib/queries/shoots/list-shoots.ts'
import { SHOOT_LIST } from '#lib/queries/shoots/shoot-list.ts'
import { landscapeContext } from '#lib/queries/testing/landscape-context.ts'
import type { SearchField } from '#lib/search/field.ts'
import type { Bench, Figure } from './bench.ts'
import { churn } from './lib/churn.ts'
import { halfKnown } from './lib/half-known.ts'
import { searchesOf } from './lib/searches.ts'
import { type Found, slowestSearch } from './lib/slowest-search.ts'

/** A list as its page gets it: the suggestions of its search box and its first rows. */
interface List {
  readonly page: string
  readonly orders: Readonly<Record<string, unknown>>
  fields(context: QueryContext, known: KnownClusters): readonly SearchField[]
  rows(context: QueryContext, request: ListRequest, known: KnownClusters): Found
}

const LISTS: readonly List[] = [
  {
    page: 'pools',
    orders: POOL_LIST.orders,
    fields: () => POOL_LIST.fields,
    rows: (context, request) => listPools(context, request),
  },
  {
    page: 'bindings',
    orders: BINDING_LIST.orders,
    fields: listBindingFields,
    rows: (context, request) => listBindings(context, request),
  },
  {
    page: 'global accounts',
    orders: GLOBAL_ACCOUNT_LIST.orders,
    fields: listGlobalAccountFields,
    rows: listGlobalAccounts,
  },
  { page: 'cleaning', orders: CLEANING_LIST.orders, fields: listCleaningFields, rows: listCleaning },
  {
    page: 'shoots',
    orders: SHOOT_LIST.orders,
    fields: listShootFields,
    rows: (context, request, known) => listShoots(context, known, request),
  },
]

/** Data of a page as JSON, with 5,000 bindings and 20,000 shoots that change between reads, for every filter and every sort column. */
export const benches: Bench[] = LISTS.map(list => ({
  name: `queries: ${list.page} by any filter, p95`,
  unit: 'ms',
  budget: 50,
  run: () => slowest(list),
}))

function slowest({ orders, fields, rows }: List): Promise<Figure> {
  const { context, writer } = landscapeContext('large')
  const known = halfKnown(context)
  const change = churn(context.inventory, writer)
  return slowestSearch(searchesOf(fields(context, known), Object.keys(orders)), async search => {
    change()
    const started = performance.now()
    const found = rows(context, { ...search, offset: 0, limit: WINDOW_ROWS }, known)
    JSON.stringify([fields(context, known), found])
    return { found, took: performance.now() - started }
  })
}
