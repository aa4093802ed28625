import type { Column } from '#components/data-table/column.ts'
import { TenantId } from '#components/hap/tenant-id.tsx'
import { CountLink } from '#components/ui/count-link.tsx'
import { cx } from '#components/ui/cx.ts'
import text from '#components/ui/text.module.css'
import { paths } from '#lib/paths.ts'
import type { GlobalAccountRow } from '#lib/queries/global-accounts/global-account-list.ts'
import { IfRead } from '../if-read.tsx'
import { clustersOfGlobalAccount } from '../shoots/shoot-links.ts'
import { FullestAccount } from './fullest-account.tsx'
import { OwnedTypes } from './owned-types.tsx'
import { RowWarnings } from './row-warnings.tsx'

/** The columns of the list of global accounts. The API sorts by their ids. */
export const GLOBAL_ACCOUNT_COLUMNS: readonly Column<GlobalAccountRow>[] = [
  { id: 'id', header: 'Global account', width: 148, sort: 'asc', cell: ({ id }) => <TenantId id={id} strong /> },
  {
    id: 'types',
    header: 'Pools',
    tip: 'Pools of its accounts, with how many it has of each',
    minWidth: 200,
    narrow: 'line',
    cell: row => <OwnedTypes row={row} />,
  },
  {
    id: 'accounts',
    header: 'Accounts',
    tip: 'Bindings that name it, including those it has released',
    width: 88,
    align: 'end',
    sort: 'desc',
    cell: ({ id, accounts }) => (
      <IfRead what="bindings">
        <CountLink count={accounts.count} href={paths.bindings({ q: accounts.q })} label={`accounts of ${id}`} />
      </IfRead>
    ),
  },
  {
    id: 'clusters',
    header: 'Clusters',
    width: 88,
    align: 'end',
    sort: 'desc',
    narrow: 'line',
    narrowLabel: true,
    cell: row => (
      <IfRead what="shoots">
        <CountLink count={row.clusters} href={clustersOfGlobalAccount(row)} label={`clusters of ${row.id}`} />
      </IfRead>
    ),
  },
  {
    id: 'allowlist',
    header: 'Allowlist',
    tip: 'Whether it may own several accounts of a pool',
    width: 96,
    sort: 'desc',
    priority: 3,
    cell: ({ onAllowlist }) => (onAllowlist ? 'on it' : <span className={text.muted}>not on it</span>),
  },
  {
    id: 'fill',
    header: 'Fullest account',
    tip: 'Clusters on the account with the least room, and its limit',
    width: 184,
    grows: true,
    sort: 'desc',
    narrow: 'line',
    cell: ({ fullest }) =>
      fullest && (
        <IfRead what="shoots">
          <FullestAccount account={fullest} />
        </IfRead>
      ),
  },
  {
    id: 'over',
    header: 'Over limit',
    tip: 'Accounts with more clusters than their limit',
    width: 92,
    align: 'end',
    sort: 'desc',
    priority: 2,
    cell: ({ id, overLimit: { count, q } }) => (
      <span className={cx(count > 0 ? text.warn : text.faint)}>
        <IfRead what="shoots">
          <CountLink count={count} href={paths.bindings({ q })} label={`accounts of ${id} over their limit`} />
        </IfRead>
      </span>
    ),
  },
  {
    id: 'given-back',
    header: 'Released',
    tip: 'Accounts it has released that are not clean yet',
    width: 96,
    align: 'end',
    extra: true,
    cell: ({ id, givenBack: { count, q } }) => (
      <CountLink count={count} href={paths.bindings({ q })} label={`accounts ${id} has released`} />
    ),
  },
  { id: 'warnings', header: 'Warnings', minWidth: 160, narrow: 'line', cell: row => <RowWarnings row={row} /> },
]
