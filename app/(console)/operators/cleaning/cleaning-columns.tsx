import type { Column } from '#components/data-table/column.ts'
import { BindingLink, KindTag } from '#components/hap/binding-link.tsx'
import { StateText, TimeInState } from '#components/hap/binding-state.tsx'
import { TenantId } from '#components/hap/tenant-id.tsx'
import { CellLink } from '#components/ui/links.tsx'
import text from '#components/ui/text.module.css'
import { poolName } from '#lib/hap/pools/pool.ts'
import { paths } from '#lib/paths.ts'
import type { CleaningRow } from '#lib/queries/bindings/cleaning-list.ts'
import { formatCount } from '#lib/util/format.ts'
import { NextLook } from './next-look.tsx'

/** Columns of the cleaning list. Their ids are the sort keys of the API. */
export const CLEANING_COLUMNS: readonly Column<CleaningRow>[] = [
  {
    id: 'name',
    header: 'Binding',
    width: 220,
    grows: true,
    sort: 'asc',
    cell: row => <BindingLink binding={row} strong />,
  },
  { id: 'kind', header: 'Kind', width: 52, extra: true, cell: ({ kind }) => <KindTag kind={kind} /> },
  {
    id: 'pool',
    header: 'Pool',
    width: 120,
    grows: true,
    sort: 'asc',
    priority: 2,
    narrow: 'line',
    narrowLabel: true,
    cell: row => <Pool row={row} />,
  },
  {
    id: 'state',
    header: 'State',
    width: 128,
    sort: 'asc',
    narrow: 'aside',
    cell: ({ state }) => <StateText state={state} />,
  },
  {
    id: 'for',
    header: 'In state',
    tip: 'Time in the current state',
    width: 72,
    align: 'end',
    sort: 'asc',
    priority: 2,
    narrow: 'line',
    narrowLabel: true,
    cell: ({ since, sinceIsFirstLook }) =>
      since !== null && <TimeInState since={since} isFirstLook={sinceIsFirstLook} />,
  },
  {
    id: 'tenant',
    header: 'Global account',
    tip: 'Previous owner',
    width: 120,
    sort: 'asc',
    extra: true,
    cell: ({ tenant }) => tenant && <TenantId id={tenant} />,
  },
  {
    id: 'tells',
    header: 'Verified by',
    tip: 'Verifies that the account is empty before it becomes free',
    width: 136,
    grows: true,
    sort: 'asc',
    narrow: 'line',
    narrowLabel: true,
    cell: row => <TellsBy row={row} />,
  },
  {
    id: 'failures',
    header: 'Failures',
    tip: 'Failed checks: three lead to quarantine, except for temporary failures and failures of many accounts',
    width: 80,
    align: 'end',
    sort: 'desc',
    priority: 3,
    cell: row => <Failures row={row} />,
  },
  {
    id: 'next',
    header: 'Next check',
    width: 108,
    sort: 'asc',
    narrow: 'line',
    narrowLabel: true,
    cell: row => <NextLook row={row} />,
  },
  {
    id: 'reason',
    header: 'Last check',
    minWidth: 180,
    priority: 3,
    narrow: 'line',
    cell: row => <Latest row={row} />,
  },
  {
    id: 'evidence',
    header: 'Evidence',
    tip: 'Resources found and deleted; see the page of the binding for details',
    width: 128,
    grows: true,
    priority: 4,
    cell: row => <Evidence row={row} />,
  },
]

function Pool({ row: { pool } }: { readonly row: CleaningRow }) {
  if (pool === null) return <span className={text.faint}>—</span>
  return <CellLink href={paths.pool(pool)}>{poolName(pool)}</CellLink>
}

/** Links to the page of the binding, where a person confirms that the account is empty. */
function TellsBy({ row }: { readonly row: CleaningRow }) {
  if (row.cleaner !== null) return <>{row.cleaner} cleaner</>
  return (
    <CellLink href={paths.binding(row)} aria-label={`manual check of ${row.name}`} data-tip={row.byHand ?? undefined}>
      manual{' '}
    </CellLink>
  )
}

function Failures({ row: { failures, delays } }: { readonly row: CleaningRow }) {
  if (failures + delays === 0) return <span className={text.faint}>0</span>
  const waited =
    delays === 0 ? undefined : `${formatCount(failures)} toward quarantine, ${formatCount(delays)} temporary`
  return <span data-tip={waited}>{formatCount(failures + delays)}</span>
}

function Latest({ row: { reason } }: { readonly row: CleaningRow }) {
  return reason !== null && <span data-tip={reason}>{reason}</span>
}

function Evidence({ row }: { readonly row: CleaningRow }) {
  if (row.evidence === null) return <span className={text.faint}>none yet</span>
  return (
    <CellLink href={`${paths.binding(row)}#cleaning`} data-tip={row.evidence}>
      {row.evidence}
    </CellLink>
  )
}
