import type { Column } from '#components/data-table/column.ts'
import { CellLink } from '#components/ui/links.tsx'
import text from '#components/ui/text.module.css'
import { paths } from '#lib/paths.ts'
import type { ClusterRow } from '#lib/queries/operators/cluster-list.ts'
import { formatCount } from '#lib/util/format.ts'
import {
  ACCOUNT_COLUMN,
  AGE_COLUMN,
  GLOBAL_ACCOUNT_COLUMN,
  PLAN_COLUMN,
  REASON_COLUMN,
  REGION_COLUMN,
  ShootLink,
  STATE_COLUMN,
} from '../resource-columns.tsx'

/** Columns of the Cluster list. Their ids are the sort keys of the API. */
export const CLUSTER_COLUMNS: readonly Column<ClusterRow>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 148,
    grows: true,
    sort: 'asc',
    cell: ({ name }) => (
      <CellLink href={paths.cluster(name)} className={`${text.mono} ${text.strong}`}>
        {name}
      </CellLink>
    ),
  },
  STATE_COLUMN,
  REASON_COLUMN,
  {
    id: 'provider',
    header: 'Provider',
    width: 92,
    sort: 'asc',
    priority: 3,
    cell: ({ provider }) => provider ?? <span data-tip="Imported existing cluster">imported</span>,
  },
  PLAN_COLUMN,
  { ...REGION_COLUMN, extra: true },
  ACCOUNT_COLUMN,
  {
    id: 'shoot',
    header: 'Shoot',
    width: 124,
    sort: 'asc',
    priority: 2,
    narrow: 'line',
    narrowLabel: true,
    cell: ({ shoot }) => shoot && <ShootLink name={shoot.name} />,
  },
  GLOBAL_ACCOUNT_COLUMN,
  {
    id: 'administrators',
    header: 'Admins',
    tip: 'Users with cluster-admin permissions',
    width: 80,
    align: 'end',
    extra: true,
    cell: ({ administrators }) => formatCount(administrators),
  },
  AGE_COLUMN,
]
