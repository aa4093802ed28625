'use client'

import { useMemo } from 'react'
import type { Column } from '#components/data-table/column.ts'
import { TenantId } from '#components/hap/tenant-id.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { accountKey } from '#lib/hap/pools/binding.ts'
import type { AccountShoot, BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import type { BindingRow } from '#lib/queries/bindings/binding-list.ts'
import { shootsOfAccountTerms } from '#lib/search/shoot-terms.ts'
import { formatPlural } from '#lib/util/format.ts'
import { CLUSTER_BEGIN, CLUSTER_END } from '../../../cluster-columns.tsx'
import { ClustersTable } from '../../../clusters-table.tsx'
import { ReadingTab } from '../../../timeline/reading-tab.tsx'
import { SourceGap } from '../../../unread-sources.tsx'
import { ThroughBinding } from './shoots-panel.tsx'

/** All clusters on the account of a binding. */
export function ShootsTab({ detail }: { readonly detail: BindingDetail }) {
  const { row, shoots } = detail
  const { kind, name, others, reserved } = row
  const columns = useMemo(() => shootColumns({ kind, name, others }), [kind, name, others])
  if (shoots.length === 0) {
    return (
      <SourceGap what="shoots" reading={<ReadingTab />}>
        <EmptyState reason="empty" title={reserved > 0 ? 'No shoot yet' : 'No shoot uses this account'}>
          A shoot appears here once it names this binding, or another binding of the same account.
        </EmptyState>
      </SourceGap>
    )
  }
  return (
    <ClustersTable
      label="Shoots on this account"
      columns={columns}
      clusters={shoots}
      q={shootsOfAccountTerms(accountKey(row.account))}
      summary={`${formatPlural(shoots.length, 'shoot')} on this account`}
    />
  )
}

/** Columns of the clusters on an account, for the page of one of its bindings. */
function shootColumns(binding: Pick<BindingRow, 'kind' | 'name' | 'others'>): readonly Column<AccountShoot>[] {
  return [
    ...CLUSTER_BEGIN,
    {
      id: 'ga',
      header: 'Global account',
      width: 124,
      sort: 'asc',
      priority: 2,
      narrow: 'line',
      narrowLabel: true,
      cell: ({ shoot: { globalAccount } }) => globalAccount !== null && <TenantId id={globalAccount} />,
    },
    ...(binding.others > 0 ? [throughColumn(binding)] : []),
    ...CLUSTER_END,
  ]
}

/** Needed only where clusters may refer to another binding of the account. */
function throughColumn(binding: Pick<BindingRow, 'kind' | 'name'>): Column<AccountShoot> {
  return {
    id: 'binding',
    header: 'Through binding',
    minWidth: 220,
    sort: 'asc',
    priority: 3,
    narrow: 'line',
    cell: ({ through }) => <ThroughBinding through={through} row={binding} />,
  }
}
