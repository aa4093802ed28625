'use client'

import { useMemo, useState } from 'react'
import type { Column, Sort } from '#components/data-table/column.ts'
import { DataTable } from '#components/data-table/data-table.tsx'
import { ListFooter } from '#components/data-table/list-footer.tsx'
import { listSource } from '#components/data-table/table-source.ts'
import { BindingLink } from '#components/hap/binding-link.tsx'
import { KindTag } from '#components/hap/kind-tag.tsx'
import { StateText } from '#components/hap/state-text.tsx'
import { TenantId } from '#components/hap/tenant-id.tsx'
import { PageHead } from '#components/shell/page-head.tsx'
import { CountLink } from '#components/ui/count-link.tsx'
import { formatCount } from '#components/ui/format.ts'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import text from '#components/ui/text.module.css'
import { BINDING_STATES, type BindingState } from '#lib/hap/pools/state.ts'

interface Row {
  readonly name: string
  readonly state: BindingState
  readonly since: string
  readonly tenant: string
  readonly shoots: number
}

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'name',
    header: 'Name',
    width: 200,
    sort: 'asc',
    cell: row => <BindingLink binding={{ kind: 'CredentialsBinding', name: row.name }} strong />,
  },
  { id: 'kind', header: 'Kind', width: 64, priority: 3, cell: () => <KindTag kind="CredentialsBinding" /> },
  { id: 'pool', header: 'Pool', width: 130, priority: 2, cell: () => 'aws · EU' },
  { id: 'state', header: 'State', width: 150, narrow: 'aside', cell: row => <StateText state={row.state} /> },
  {
    id: 'since',
    header: 'For',
    width: 80,
    align: 'end',
    sort: 'desc',
    cell: row => (
      <span className={text.muted}>
        <RelativeTime at={row.since} as="for" />
      </span>
    ),
  },
  {
    id: 'tenant',
    header: 'Global account',
    narrow: 'line',
    narrowLabel: true,
    cell: row => <TenantId id={row.tenant} />,
  },
  {
    id: 'account',
    header: 'Account',
    narrow: 'line',
    narrowLabel: true,
    priority: 2,
    cell: row => <span className={text.mono}>garden-kyma-prod/{row.name}-acct</span>,
  },
  {
    id: 'shoots',
    header: 'Shoots',
    width: 110,
    align: 'end',
    sort: 'desc',
    cell: row => (
      <>
        <CountLink count={row.shoots} href="/bindings" label={`shoots of ${row.name}`} />{' '}
        <span className={text.faint}>of 180</span>
      </>
    ),
  },
]

export default function RowsGallery() {
  const [sort, setSort] = useState<Sort | null>(null)
  const rows = useMemo(
    () =>
      Array.from(
        { length: 20_412 },
        (_, index): Row => ({
          name: `aws-eu-${String(index).padStart(5, '0')}`,
          state: BINDING_STATES[index % 11] ?? 'free',
          since: new Date(Date.UTC(2026, 10, 21) - index * 7_777_777).toISOString(),
          tenant: `8b9a6f1e-4c0d-4e52-9f6a-${String(index).padStart(12, '0')}`,
          shoots: (index * 37) % 181,
        }),
      ),
    [],
  )
  const source = useMemo(() => listSource(rows, row => row.name), [rows])
  return (
    <>
      <PageHead title="Rows" summary="20,412 bindings" />
      <DataTable
        label="Bindings"
        columns={COLUMNS}
        source={source}
        sort={sort}
        onSort={setSort}
        footer={({ first, last, total }) => (
          <ListFooter
            summary={`Rows ${formatCount(first)} to ${formatCount(last)} of ${formatCount(total)}`}
            asOf={null}
          />
        )}
      />
    </>
  )
}
