'use client'

import { Fragment } from 'react'
import { globalAccountsQuery } from '#app/data/global-account-queries.ts'
import type { Column } from '#components/data-table/column.ts'
import { Meter } from '#components/hap/meter.tsx'
import { TenantId } from '#components/hap/tenant-id.tsx'
import { cx } from '#components/ui/cx.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { CellLink, CountLink } from '#components/ui/links.tsx'
import text from '#components/ui/text.module.css'
import { poolName } from '#lib/hap/pools/pool.ts'
import { paths } from '#lib/paths.ts'
import type { GlobalAccountRow } from '#lib/queries/global-accounts/global-account-list.ts'
import type { SearchField } from '#lib/search/field.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { noInventoryExportReason } from '../list-export.tsx'
import { ListPage } from '../list-page.tsx'
import { PagedTable } from '../paged-table.tsx'
import { clustersOfAccount, clustersOfGlobalAccount } from '../shoots/shoot-links.ts'
import { IfRead, SourceGap } from '../unread-sources.tsx'
import { usePagedList } from '../use-list.ts'

const LABELS = { page: 'global-accounts', title: 'Global accounts', noun: 'global account' } as const
const DEFAULT_SORT = { id: 'id', desc: false } as const

const keyOf = (row: GlobalAccountRow) => row.id

export function GlobalAccountsList({ fields }: { readonly fields: readonly SearchField[] }) {
  const parted = usePagedList({ columns: GLOBAL_ACCOUNT_COLUMNS, queryOf: globalAccountsQuery, keyOf })
  const state = { labels: LABELS, fields, ...parted }
  return (
    <ListPage {...state} exportDisabledReason={noInventoryExportReason(parted.rows.answer, 'bindings')}>
      <PagedTable
        {...state}
        defaultSort={DEFAULT_SORT}
        none={reading => (
          <SourceGap what="bindings" reading={reading}>
            <EmptyState reason="empty" title="No global accounts yet">
              A global account appears here once a binding has it in the label{' '}
              <code className={text.mono}>tenantName</code>, or a shoot in <code className={text.mono}>account</code>.
            </EmptyState>
          </SourceGap>
        )}
      />
    </ListPage>
  )
}

/** Columns of the global accounts list. Their ids are the sort keys of the API. */
export const GLOBAL_ACCOUNT_COLUMNS: readonly Column<GlobalAccountRow>[] = [
  { id: 'id', header: 'Global account', width: 148, sort: 'asc', cell: ({ id }) => <TenantId id={id} strong /> },
  {
    id: 'types',
    header: 'Pools',
    tip: 'Pools of its accounts, with the number of accounts in each',
    minWidth: 200,
    narrow: 'line',
    cell: row => <OwnedTypes row={row} />,
  },
  {
    id: 'accounts',
    header: 'Accounts',
    tip: 'Accounts whose bindings name it, including released ones',
    width: 88,
    align: 'end',
    sort: 'desc',
    cell: ({ id, accounts }) => (
      <IfRead what="bindings">
        <CountLink count={accounts.count} href={paths.bindings({ q: accounts.q })} noun="account" detail={`of ${id}`} />
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
        <CountLink count={row.clusters} href={clustersOfGlobalAccount(row)} noun="cluster" detail={`of ${row.id}`} />
      </IfRead>
    ),
  },
  {
    id: 'allowlist',
    header: 'Allowlist',
    tip: 'Whether it may own multiple accounts in a pool',
    width: 96,
    sort: 'desc',
    priority: 3,
    cell: ({ onAllowlist }) => (onAllowlist ? 'listed' : <span className={text.muted}>not listed</span>),
  },
  {
    id: 'fill',
    header: 'Fullest account',
    tip: 'Clusters and limit of the account with the least room',
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
          <CountLink count={count} href={paths.bindings({ q })} noun="account" detail={`of ${id} over their limit`} />
        </IfRead>
      </span>
    ),
  },
  {
    id: 'given-back',
    header: 'Released',
    tip: 'Released accounts that are not yet clean',
    width: 96,
    align: 'end',
    extra: true,
    cell: ({ id, givenBack: { count, q } }) => (
      <CountLink count={count} href={paths.bindings({ q })} noun="account" detail={`${id} has released`} />
    ),
  },
  { id: 'warnings', header: 'Warnings', minWidth: 160, narrow: 'line', cell: row => <RowWarnings row={row} /> },
]

/** Warnings about a global account besides exceeded limits, each linked to its bindings. */
function RowWarnings({ row }: { readonly row: GlobalAccountRow }) {
  const warnings = warningsOf(row)
  if (warnings.length === 0) return null
  return (
    <span className={text.warn}>
      {warnings.map(({ label, q }, index) => (
        <Fragment key={q}>
          {index > 0 && ', '}
          <CellLink href={paths.bindings({ q })}>{label}</CellLink>
        </Fragment>
      ))}
    </span>
  )
}

function warningsOf({ several, givenBack }: GlobalAccountRow): readonly { label: string; q: string }[] {
  const many = several.map(({ pool, count, q }) => ({
    label: `${formatCount(count)} of ${poolName(pool)}, 1 allowed`,
    q,
  }))
  const back = { label: `${formatCount(givenBack.count)} released, not yet cleaned`, q: givenBack.q }
  return givenBack.count > 0 ? [...many, back] : many
}

/** Utilization of the account with the least capacity left, linked to its clusters. */
function FullestAccount({ account }: { readonly account: NonNullable<GlobalAccountRow['fullest']> }) {
  const { name, clusters, limit } = account
  const over = limit !== null && clusters > limit
  const label = limit === null ? formatPlural(clusters, 'cluster') : `${formatCount(clusters)} of ${formatCount(limit)}`
  return (
    <span className={text.row} data-tip={name}>
      {limit !== null && <Meter value={clusters} limit={limit} unit="clusters" width={72} />}
      <CellLink
        href={clustersOfAccount(account)}
        aria-label={`${label}, the account of ${name}`}
        className={cx(text.nowrap, over && text.warn)}
      >
        {label}
      </CellLink>
    </span>
  )
}

/** Pools of the accounts with their counts, `aws · EU 2`, each linked to its bindings. */
function OwnedTypes({ row: { types } }: { readonly row: GlobalAccountRow }) {
  if (types.length === 0) return <span className={text.muted}>shared only</span>
  return types.map(({ pool, count, q }, index) => (
    <Fragment key={q}>
      {index > 0 && <span className={text.faint}>, </span>}
      <CellLink href={paths.bindings({ q })}>
        <span className={text.mono}>{pool ? poolName(pool) : 'no hyperscaler type'}</span> {formatCount(count)}
      </CellLink>
    </Fragment>
  ))
}
