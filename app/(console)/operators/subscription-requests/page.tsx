import type { Metadata } from 'next'
import { listSearch, type SearchParams, WINDOW_ROWS } from '#app/data/list-search.ts'
import { subscriptionsQuery } from '#app/data/operator-queries.ts'
import {
  listSubscriptionFields,
  listSubscriptionItems,
  listSubscriptions,
} from '#lib/queries/operators/subscription-list.ts'
import { listRequestOptions } from '#lib/queries/simulator/request-options.ts'
import { runtime } from '#lib/runtime.ts'
import { requirePageUser } from '../../page-user.ts'
import { Prefetched } from '../../prefetched.tsx'
import { SubscriptionsList } from './subscriptions-list.tsx'

export const metadata: Metadata = { title: 'Subscription requests' }

export default async function SubscriptionsPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const { name, role } = await requirePageUser()
  const search = listSearch(await searchParams)
  const { operators, context } = runtime()
  const first = listSubscriptions(operators, { ...search, offset: 0, limit: WINDOW_ROWS })
  const { plans, regions } = listRequestOptions(context())
  return (
    <Prefetched context={context()} answers={[[subscriptionsQuery(search, 0), first]]}>
      <SubscriptionsList
        fields={listSubscriptionFields(listSubscriptionItems(operators))}
        person={{ name, role }}
        known={{ plans, regions }}
      />
    </Prefetched>
  )
}
