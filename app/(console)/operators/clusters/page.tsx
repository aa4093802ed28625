import type { Metadata } from 'next'
import { listSearch, type SearchParams, WINDOW_ROWS } from '#app/data/list-search.ts'
import { clustersQuery } from '#app/data/operator-queries.ts'
import { listClusterFields, listClusterItems, listClusters } from '#lib/queries/operators/cluster-list.ts'
import { listRequestOptions } from '#lib/queries/simulator/request-options.ts'
import { runtime } from '#lib/runtime.ts'
import { requirePageUser } from '../../page-user.ts'
import { Prefetched } from '../../prefetched.tsx'
import { ClustersList } from './clusters-list.tsx'

export const metadata: Metadata = { title: 'Clusters' }

export default async function ClustersPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const { name, role } = await requirePageUser()
  const search = listSearch(await searchParams)
  const { operators, context } = runtime()
  const first = listClusters(operators, { ...search, offset: 0, limit: WINDOW_ROWS })
  const { plans, regions } = listRequestOptions(context())
  return (
    <Prefetched context={context()} answers={[[clustersQuery(search, 0), first]]}>
      <ClustersList
        fields={listClusterFields(listClusterItems(operators))}
        person={{ name, role }}
        known={{ plans, regions }}
      />
    </Prefetched>
  )
}
