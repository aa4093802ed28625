'use client'

import { useState } from 'react'
import type { Column, Sort } from '#components/data-table/column.ts'
import { DataTable } from '#components/data-table/data-table.tsx'
import { ListFooter } from '#components/data-table/list-footer.tsx'
import { groupedSource } from '#components/data-table/table-source.ts'
import { CapacityBar } from '#components/hap/capacity-bar.tsx'
import { describeCounts, totalOf } from '#components/hap/counts-by-state.ts'
import { PoolName } from '#components/hap/pool-name.tsx'
import { RuleText } from '#components/hap/rule-text.tsx'
import { StateCountsLine } from '#components/hap/state-counts-line.tsx'
import { StateTotals } from '#components/hap/state-totals.tsx'
import { Verdict } from '#components/hap/verdict.tsx'
import { PageHead } from '#components/shell/page-head.tsx'
import { Button } from '#components/ui/button.tsx'
import { CountLink } from '#components/ui/count-link.tsx'
import { formatCount, formatShare } from '#components/ui/format.ts'
import { Icon } from '#components/ui/icon.tsx'
import { Strip } from '#components/ui/message.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { poolKey, poolName } from '#lib/hap/pools/pool.ts'
import { POOL_GROUPS, type PoolGroup, type PoolRow } from '../../pools.ts'

const sum = (rows: readonly PoolRow[], of: (row: PoolRow) => number) => rows.reduce((all, row) => all + of(row), 0)

const COLUMNS: readonly Column<PoolRow, PoolGroup>[] = [
  {
    id: 'pool',
    header: 'Pool',
    width: 216,
    cell: row => (
      <PoolName
        name={row.pool.hyperscalerType}
        euAccess={row.pool.euAccess}
        shared={row.pool.shared}
        href={totalOf(row.counts) > 0 ? '/pools' : null}
      />
    ),
    group: group => (
      <>
        {group.hyperscaler} <span className={text.faint}>{group.pools.length} pools</span>
      </>
    ),
  },
  {
    id: 'states',
    header: 'Accounts by state',
    minWidth: 290,
    narrow: 'line',
    cell: row => (
      <>
        <CapacityBar counts={row.counts} lowWater={row.lowWater} />
        {totalOf(row.counts) > 0 && (
          <StateCountsLine counts={row.counts} hrefOf={state => `/bindings?q=state:${state}`} />
        )}
      </>
    ),
  },
  {
    id: 'accounts',
    header: 'Accounts',
    width: 84,
    align: 'end',
    sort: 'desc',
    cell: row => <CountLink count={totalOf(row.counts)} href="/bindings" label={`accounts of ${poolName(row.pool)}`} />,
    group: group => formatCount(sum(group.pools, row => totalOf(row.counts))),
  },
  {
    id: 'free',
    header: 'Free',
    width: 64,
    align: 'end',
    sort: 'asc',
    cell: row => formatShare(row.counts.free ?? 0, totalOf(row.counts)),
  },
  {
    id: 'tenants',
    header: 'Tenants',
    width: 76,
    align: 'end',
    priority: 3,
    cell: row => <CountLink count={row.tenants} href="/bindings" label="tenants" />,
    group: group => formatCount(sum(group.pools, row => row.tenants)),
  },
  {
    id: 'shoots',
    header: 'Shoots',
    width: 72,
    align: 'end',
    priority: 2,
    cell: row => <CountLink count={row.shoots} href="/bindings" label="shoots" />,
    group: group => formatCount(sum(group.pools, row => row.shoots)),
  },
  {
    id: 'runway',
    header: 'Runway',
    width: 152,
    narrow: 'aside',
    sort: 'asc',
    cell: row =>
      row.days === null ? (
        <span className={text.muted}>no claims</span>
      ) : row.days < 14 ? (
        <Verdict outcome="warn">4 free · 9 d</Verdict>
      ) : (
        <>
          {row.counts.free} free <span className={text.muted}>· {row.days} d</span>
        </>
      ),
    group: group => <>{sum(group.pools, row => row.counts.free ?? 0)} free</>,
  },
  {
    id: 'rules',
    header: 'Rules that lead here',
    width: 248,
    priority: 2,
    narrow: 'line',
    cell: row =>
      row.rules.length === 0 ? (
        <Verdict outcome="warn">no rule leads here</Verdict>
      ) : (
        row.rules.map(rule => <RuleText key={rule} text={rule} />)
      ),
  },
]

export default function PoolsGallery() {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const [sort, setSort] = useState<Sort | null>({ id: 'runway', desc: false })
  const source = groupedSource(
    POOL_GROUPS.map(group => ({ key: group.hyperscaler, group, rows: group.pools })),
    {
      keyOf: row => poolKey(row.pool),
      closed,
      onToggle: key =>
        setClosed(before => new Set(before.has(key) ? [...before].filter(one => one !== key) : [...before, key])),
    },
  )
  return (
    <>
      <PageHead
        title="Pools"
        summary="10 pools, 620 accounts"
        actions={
          <Button>
            <Icon name="copy" />
            Export
          </Button>
        }
      />
      <StateTotals
        counts={{
          claimed: 453,
          shared: 16,
          internal: 6,
          held: 4,
          dirty: 24,
          cleaning: 12,
          verifying: 9,
          quarantined: 6,
          terminating: 1,
          malformed: 2,
          free: 87,
        }}
        hrefOf={state => `/bindings?q=state:${state}`}
      />
      <Strip tone="warn" action={<TextLink href="/bindings?q=state:dirty">3 dirty, free once cleaned</TextLink>}>
        <TextLink href="/pools">
          <b>aws · EU</b>
        </TextLink>{' '}
        is below its low-water mark: 4 free of 47, mark 6. At the rate of the last 30 days it is empty in 9 days.
      </Strip>
      <DataTable
        label={`Pools: ${describeCounts({ free: 87 })}`}
        columns={COLUMNS}
        source={source}
        sort={sort}
        onSort={setSort}
        footer={() => <ListFooter summary="10 pools in 5 groups" asOf={null} />}
      />
    </>
  )
}
