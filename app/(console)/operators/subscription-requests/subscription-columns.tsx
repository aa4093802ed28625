import type { Column } from '#components/data-table/column.ts'
import { CellLink } from '#components/ui/links.tsx'
import text from '#components/ui/text.module.css'
import { paths } from '#lib/paths.ts'
import type { SubscriptionRow } from '#lib/queries/operators/subscription-list.ts'
import { formatCount } from '#lib/util/format.ts'
import {
  ACCOUNT_COLUMN,
  AGE_COLUMN,
  EMPTY_CELL,
  GLOBAL_ACCOUNT_COLUMN,
  PLAN_COLUMN,
  REASON_COLUMN,
  REGION_COLUMN,
  STATE_COLUMN,
} from '../resource-columns.tsx'

/** Columns of the SubscriptionRequest list. Their ids are the sort keys of the API. */
export const SUBSCRIPTION_COLUMNS: readonly Column<SubscriptionRow>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 148,
    grows: true,
    sort: 'asc',
    cell: ({ name }) => (
      <CellLink href={paths.subscriptionRequest(name)} className={`${text.mono} ${text.strong}`}>
        {name}
      </CellLink>
    ),
  },
  STATE_COLUMN,
  {
    id: 'position',
    header: 'Position',
    tip: 'Position in the queue of the pool',
    width: 72,
    align: 'end',
    sort: 'asc',
    priority: 2,
    cell: ({ position }) => (position === null ? EMPTY_CELL : formatCount(position)),
  },
  REASON_COLUMN,
  { id: 'provider', header: 'Provider', width: 92, sort: 'asc', priority: 3, cell: ({ provider }) => provider },
  {
    id: 'selector',
    header: 'Selector',
    minWidth: 160,
    extra: true,
    cell: ({ selector }) => (
      <span className={text.mono} data-tip={selector}>
        {selector}
      </span>
    ),
  },
  PLAN_COLUMN,
  { ...REGION_COLUMN, extra: true },
  ACCOUNT_COLUMN,
  {
    id: 'cluster',
    header: 'Cluster',
    tip: 'The Cluster that created the request',
    width: 112,
    sort: 'asc',
    priority: 2,
    narrow: 'line',
    narrowLabel: true,
    cell: ({ cluster }) =>
      cluster && (
        <CellLink href={paths.cluster(cluster)} className={text.mono}>
          {cluster}
        </CellLink>
      ),
  },
  GLOBAL_ACCOUNT_COLUMN,
  {
    id: 'claim',
    header: 'Claim',
    width: 128,
    extra: true,
    cell: ({ claim }) =>
      claim === null ? (
        EMPTY_CELL
      ) : (
        <CellLink href={paths.audit({ q: `target:Claim/${claim}` })} className={text.mono} data-tip={claim}>
          {claim}
        </CellLink>
      ),
  },
  AGE_COLUMN,
]
