import { TenantId } from '#components/hap/tenant-id.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import type { BindingRow } from '#lib/queries/bindings/binding-list.ts'
import type { AffectedCluster } from '#lib/services/actions/action-view.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { ThroughBinding } from '../through-binding.tsx'
import styles from './act.module.css'

interface AffectedClustersProps {
  readonly clusters: readonly AffectedCluster[]
  /** The binding of the page. */
  readonly binding: Pick<BindingRow, 'kind' | 'name'>
}

const COLUMNS = [
  { header: 'Cluster', width: 116 },
  { header: 'Global account', width: 132 },
  { header: 'Region', width: 124 },
  { header: 'Through binding' },
]

/** Number of clusters listed. The shoots tab lists all of them. */
const SHOWN = 8

/** Clusters on the account that an action affects. */
export function AffectedClusters({ clusters, binding }: AffectedClustersProps) {
  if (clusters.length === 0) return <p className={text.muted}>No cluster is on this account.</p>
  const more = clusters.length - SHOWN
  return (
    <section className={styles.clusters}>
      <h3 className={text.strong}>{formatPlural(clusters.length, 'cluster')} on this account</h3>
      <SmallTable label="Clusters on this account" columns={COLUMNS} folding="late">
        {clusters.slice(0, SHOWN).map(({ id, shoot, owner }) => (
          <tr key={id}>
            <th scope="row" className={text.mono}>
              {shoot?.name ?? 'announced'}
            </th>
            <td data-fold="line">
              <TenantId id={owner} />
            </td>
            <td data-fold="aside">{shoot?.region ?? 'by a claim'}</td>
            <td data-fold="line">{shoot?.binding && <ThroughBinding through={shoot.binding} row={binding} />}</td>
          </tr>
        ))}
      </SmallTable>
      {more > 0 && <p className={text.muted}>and {formatCount(more)} more, in the tab Shoots</p>}
    </section>
  )
}
