import type { Column } from '#components/data-table/column.ts'
import { TenantId } from '#components/hap/tenant-id.tsx'
import type { AccountShoot } from '#lib/queries/bindings/binding-detail.ts'
import type { BindingRow } from '#lib/queries/bindings/binding-list.ts'
import { CLUSTER_BEGIN, CLUSTER_END } from '../../../cluster-columns.tsx'
import { ThroughBinding } from './through-binding.tsx'

/** Columns of the clusters on an account, for the page of one of its bindings. */
export function shootColumns(binding: Pick<BindingRow, 'kind' | 'name' | 'others'>): readonly Column<AccountShoot>[] {
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
