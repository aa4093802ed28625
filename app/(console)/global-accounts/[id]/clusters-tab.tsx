'use client'

import type { Column } from '#components/data-table/column.ts'
import { BindingLink } from '#components/hap/binding-link.tsx'
import { shortenId } from '#components/hap/tenant-id.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import type { GlobalAccountDetail, OwnShoot } from '#lib/queries/global-accounts/global-account-detail.ts'
import { shootsOfGlobalAccountTerms } from '#lib/search/shoot-terms.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { CLUSTER_BEGIN, CLUSTER_END } from '../../cluster-columns.tsx'
import { ClustersTable } from '../../clusters-table.tsx'
import { clustersOfGlobalAccount } from '../../shoots/shoot-links.ts'
import { ReadingTab } from '../../timeline/reading-tab.tsx'
import { SourceGap } from '../../unread-sources.tsx'

const COLUMNS: readonly Column<OwnShoot>[] = [
  ...CLUSTER_BEGIN,
  {
    id: 'subaccount',
    header: 'Subaccount',
    width: 132,
    sort: 'asc',
    priority: 3,
    narrow: 'line',
    narrowLabel: true,
    cell: ({ shoot: { subaccount } }) =>
      subaccount !== null && (
        <span className={text.mono} data-tip={subaccount}>
          {shortenId(subaccount)}
        </span>
      ),
  },
  {
    id: 'binding',
    header: 'Binding',
    minWidth: 220,
    sort: 'asc',
    priority: 2,
    narrow: 'line',
    cell: ({ through }) => through && <BindingLink binding={through} />,
  },
  ...CLUSTER_END,
]

/** All clusters of a global account, on any account. */
export function ClustersTab({ detail: { row, shoots } }: { readonly detail: GlobalAccountDetail }) {
  const reserved = row.reserved > 0 && `${formatCount(row.reserved)} reserved, no shoot yet`
  if (shoots.length === 0) {
    return reserved ? (
      <EmptyState reason="empty" title="No shoot yet">
        <TextLink href={clustersOfGlobalAccount(row)}>{reserved}</TextLink>
      </EmptyState>
    ) : (
      <SourceGap what="shoots" reading={<ReadingTab />}>
        <EmptyState reason="empty" title="It has no clusters">
          A shoot appears here once it names this global account in its label account.
        </EmptyState>
      </SourceGap>
    )
  }
  return (
    <ClustersTable
      label="Clusters of this global account"
      columns={COLUMNS}
      clusters={shoots}
      q={shootsOfGlobalAccountTerms(row.id)}
      summary={[formatPlural(shoots.length, 'cluster'), reserved].filter(Boolean).join(', and ')}
    />
  )
}
