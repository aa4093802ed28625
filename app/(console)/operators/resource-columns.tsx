import type { Column } from '#components/data-table/column.ts'
import { BindingLink } from '#components/hap/binding-link.tsx'
import { TenantId } from '#components/hap/tenant-id.tsx'
import { CellLink } from '#components/ui/links.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import text from '#components/ui/text.module.css'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import { paths } from '#lib/paths.ts'
import type { ResourceSummary } from '#lib/queries/operators/resource-state.ts'
import { ResourceStateText } from './resource-state-text.tsx'

/** Fields that rows of Clusters and SubscriptionRequests share. */
interface ResourceRow extends ResourceSummary {
  readonly provider: string | null
  readonly plan: string | null
  readonly region: string | null
  readonly globalAccount: string | null
  readonly binding: BindingRef | null
  readonly createdAt: string
}

export const EMPTY_CELL = <span className={text.faint}>—</span>

export const STATE_COLUMN: Column<ResourceSummary> = {
  id: 'state',
  header: 'State',
  tip: 'Summary of the Ready condition',
  width: 104,
  sort: 'asc',
  narrow: 'aside',
  cell: ({ state }) => <ResourceStateText state={state} />,
}

export const REASON_COLUMN: Column<ResourceSummary> = {
  id: 'reason',
  header: 'Reason',
  tip: 'Reason and message of the deciding condition',
  minWidth: 248,
  narrow: 'line',
  cell: ({ reason, message }) => (
    <span className={text.muted} data-tip={reason === null ? message : `${reason}: ${message}`}>
      {message}
    </span>
  ),
}

export const PLAN_COLUMN: Column<ResourceRow> = {
  id: 'plan',
  header: 'Plan',
  width: 120,
  sort: 'asc',
  extra: true,
  cell: ({ plan }) => plan ?? EMPTY_CELL,
}

export const REGION_COLUMN: Column<ResourceRow> = {
  id: 'region',
  header: 'Region',
  width: 108,
  grows: true,
  sort: 'asc',
  priority: 3,
  cell: ({ region }) => region ?? EMPTY_CELL,
}

export const ACCOUNT_COLUMN: Column<ResourceRow> = {
  id: 'account',
  header: 'Account',
  tip: 'Assigned binding',
  width: 204,
  grows: true,
  sort: 'asc',
  narrow: 'line',
  narrowLabel: true,
  cell: ({ binding }) => binding && <BindingLink binding={binding} />,
}

export const GLOBAL_ACCOUNT_COLUMN: Column<ResourceRow> = {
  id: 'ga',
  header: 'Global account',
  width: 120,
  sort: 'asc',
  priority: 2,
  cell: ({ globalAccount }) => <TenantId id={globalAccount} />,
}

export const AGE_COLUMN: Column<ResourceRow> = {
  id: 'age',
  header: 'Created',
  width: 112,
  align: 'end',
  sort: 'desc',
  priority: 2,
  cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
}

/** Name of a shoot with a link to its row. */
export function ShootLink({ name }: { readonly name: string }) {
  return (
    <CellLink href={paths.shoots({ q: `name:${name}` })} className={text.mono}>
      {name}
    </CellLink>
  )
}
