import type { Metadata } from 'next'
import { listSearch, type SearchParams, WINDOW_ROWS } from '#app/data/list-search.ts'
import { kubeconfigsQuery } from '#app/data/operator-queries.ts'
import { compareText } from '#lib/hap/text.ts'
import { listClusterItems } from '#lib/queries/operators/cluster-list.ts'
import { listKubeconfigFields, listKubeconfigItems, listKubeconfigs } from '#lib/queries/operators/kubeconfig-list.ts'
import { runtime } from '#lib/runtime.ts'
import { kubeconfigSight } from '#lib/services/kubeconfigs/kubeconfig-context.ts'
import { requirePageUser } from '../../page-user.ts'
import { Prefetched } from '../../prefetched.tsx'
import { KubeconfigsList } from './kubeconfigs-list.tsx'

export const metadata: Metadata = { title: 'Kubeconfigs' }

export default async function KubeconfigsPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const { name, role } = await requirePageUser()
  const search = listSearch(await searchParams)
  const context = runtime().context()
  const sight = kubeconfigSight(runtime(), context.at)
  const first = listKubeconfigs(sight, { ...search, offset: 0, limit: WINDOW_ROWS })
  const clusters = listClusterItems(sight.objects)
    .map(({ cluster, summary }) => ({ name: cluster.metadata.name, state: summary.state }))
    .toSorted((a, b) => compareText(a.name, b.name))
  return (
    <Prefetched context={context} answers={[[kubeconfigsQuery(search, 0), first]]}>
      <KubeconfigsList
        fields={listKubeconfigFields(listKubeconfigItems(sight))}
        person={{ name, role }}
        clusters={clusters}
      />
    </Prefetched>
  )
}
