'use client'

import { useQuery } from '@tanstack/react-query'
import { recentActionsQuery } from '#app/data/audit-queries.ts'
import { overviewQuery } from '#app/data/overview-queries.ts'
import { OutcomeTag } from '#components/hap/outcome-tag.tsx'
import { PoolName } from '#components/hap/pool-name.tsx'
import { CapacityBar, StateFigures } from '#components/hap/state-counts.tsx'
import { PageHead } from '#components/shell/page-head.tsx'
import { cx } from '#components/ui/cx.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Icon } from '#components/ui/icon.tsx'
import { Line, LineList, NoLines } from '#components/ui/line-list.tsx'
import { CellLink, CountLink, TextLink } from '#components/ui/links.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { actionVerb } from '#lib/hap/audit/target.ts'
import { RUNNING_LOW } from '#lib/hap/pools/alarm.ts'
import { paths } from '#lib/paths.ts'
import type { AuditRow } from '#lib/queries/audit/audit-list.ts'
import type { Overview } from '#lib/queries/overview.ts'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'
import { formatPlural } from '#lib/util/format.ts'
import { MainTarget } from '../audit/main-target.tsx'
import { HistoryPanel } from '../history/history-panel.tsx'
import { useRunway } from '../history/use-runway.ts'
import { AlarmAnnouncer } from '../pools/alarm-announcer.tsx'
import { Capacity } from '../pools/capacity.tsx'
import { countWithoutPool, formatExhaustedCount } from '../pools/pool-labels.ts'
import { bindingsOfPool } from '../pools/pool-links.ts'
import { ReadFailure, RefreshFailure } from '../read-failure.tsx'
import { allShoots } from '../shoots/shoot-links.ts'
import { IfRead, SourceGap } from '../unread-sources.tsx'
import styles from './overview.module.css'
import { AttentionPanel, ErrorsPanel, StuckPanel, UnreachablePanel } from './problem-panels.tsx'

/** The overview page: totals, capacity and findings. */
export function OverviewBoard() {
  const { data, error, refetch } = useQuery(overviewQuery())
  const retry = () => void refetch()
  return (
    <>
      <PageHead title="Overview" summary={data && <Summary data={data} />} />
      {data && error && <RefreshFailure error={error} onRetry={retry} />}
      {data ? <Board data={data} /> : error ? <ReadFailure error={error} onRetry={retry} /> : <Reading />}
    </>
  )
}

function Board({ data }: { readonly data: Overview }) {
  const board = (
    <>
      <StateFigures counts={data.states} hrefOf={state => paths.bindings({ q: `account-state:${state}` })} />
      <div className={styles.board}>
        <div className={styles.stack}>
          <CapacityPanel pools={data.capacity} exhausted={data.exhausted} low={data.low} of={poolsInWords(data)} />
          <HistoryPanel />
          <UnreachablePanel rows={data.unreachable} />
        </div>
        <div className={cx(styles.stack, styles.side)}>
          <AttentionPanel entries={data.attention} ifMultiAccountOff={data.ifMultiAccountOff} />
          <StuckPanel stuck={data.stuck} />
          <ErrorsPanel errors={data.errors} failing={data.failing} />
          <RecentPanel />
        </div>
      </div>
    </>
  )
  if (data.accounts > 0) return board
  return (
    <SourceGap what="bindings" reading={<Reading />}>
      <EmptyState reason="empty" title="No accounts yet">
        A binding joins a pool once its hyperscalerType label is set.
      </EmptyState>
    </SourceGap>
  )
}

function Reading() {
  return (
    <div className={styles.reading} aria-busy="true">
      <Skeleton width="100%" height={68} />
      <Skeleton width="100%" height={240} />
    </div>
  )
}

function Summary({ data }: { readonly data: Overview }) {
  const { accounts, shoots } = data
  return (
    <>
      <CellLink href={paths.bindings()}>{formatPlural(accounts, 'account')}</CellLink>,{' '}
      <CellLink href={paths.pools()}>{poolsInWords(data)}</CellLink>,{' '}
      <IfRead what="shoots" unit="shoots">
        <CellLink href={allShoots()}>{formatPlural(shoots, 'shoot')}</CellLink>
      </IfRead>
    </>
  )
}

/** Counts the pools, and apart from them the rows of the pools page that are no pool. */
function poolsInWords({ pools, unreachable }: Overview): string {
  return [formatPlural(pools, 'pool'), countWithoutPool(unreachable)].filter(words => words !== null).join(', ')
}

/** The newest actions, with refused ones. */
function RecentPanel() {
  const { data: rows, error, refetch } = useQuery(recentActionsQuery())
  const retry = () => void refetch()
  return (
    <Panel title="Recent actions" aside={<TextLink href={paths.audit()}>All actions</TextLink>}>
      {rows && error && <RefreshFailure error={error} onRetry={retry} />}
      {rows ? <Actions rows={rows} /> : error ? <ReadFailure error={error} onRetry={retry} /> : <ActionsSkeleton />}
    </Panel>
  )
}

function Actions({ rows }: { readonly rows: readonly AuditRow[] }) {
  if (rows.length === 0) return <NoLines>No actions yet. Changes and claims will appear here.</NoLines>
  return (
    <LineList label="Recent actions">
      {rows.map(row => (
        <Line
          key={row.seq}
          end={
            <span className={cx(text.small, text.muted)}>
              {row.actor} · <RelativeTime at={row.at} />
            </span>
          }
        >
          <CellLink href={paths.auditEntry(row.seq)} className={text.strong}>
            {actionVerb(row.action)}
          </CellLink>
          {row.outcome !== 'accepted' && <OutcomeTag outcome={row.outcome} />}
          <span className={text.cut}>
            <MainTarget row={row} orTenant />
          </span>
        </Line>
      ))}
    </LineList>
  )
}

function ActionsSkeleton() {
  return (
    <div className={styles.lines} aria-busy="true">
      <Skeleton width="100%" height={240} />
    </div>
  )
}

const COLUMNS = [
  { header: 'Pool' },
  { header: 'Accounts by state', width: 168, wide: true },
  { header: 'Accounts', width: 84, align: 'end', wide: true },
  { header: 'Headroom', width: 176 },
] as const

interface CapacityPanelProps {
  /** The first pools of the list. */
  readonly pools: readonly PoolRow[]
  /** Counts all pools without usable accounts, and all that run low. */
  readonly exhausted: readonly PoolRow[]
  readonly low: readonly PoolRow[]
  /** Describes the pools page that the panel links to, such as its number of pools. */
  readonly of: string
}

/** Pools in the order in which they run out. */
function CapacityPanel({ pools, exhausted, low, of }: CapacityPanelProps) {
  const runwayOf = useRunway()
  return (
    <Panel
      title="Capacity"
      aside={
        <>
          <AlarmAnnouncer pools={[...exhausted, ...low]} />
          {exhausted.length > 0 && (
            <TextLink href={paths.pools({ q: 'problem:exhausted' })} className={cx(text.row, text.danger)}>
              <Icon name="error" size={14} />
              {formatExhaustedCount(exhausted)}
            </TextLink>
          )}
          {low.length > 0 && (
            <TextLink href={paths.pools({ q: RUNNING_LOW })} className={cx(text.row, text.warn)}>
              <Icon name="warning" size={14} />
              {formatPlural(low.length, 'pool')} low
            </TextLink>
          )}
          <TextLink href={paths.pools()}>{of}</TextLink>
        </>
      }
    >
      <SmallTable label="Capacity" columns={COLUMNS}>
        {pools.map(row => (
          <tr key={row.key}>
            <th scope="row">
              <PoolName
                name={row.name}
                euAccess={row.euAccess}
                shared={row.shared}
                href={row.pool && paths.pool(row.pool)}
                wrap
              />
              <div className={styles.narrow}>
                <CapacityBar counts={row.states} lowWater={row.water?.accounts.low ?? null} />
              </div>
            </th>
            <td data-wide>
              <CapacityBar counts={row.states} lowWater={row.water?.accounts.low ?? null} />
            </td>
            <td data-wide data-align="end">
              <CountLink count={row.accounts} href={bindingsOfPool(row.key)} noun="account" detail={`of ${row.key}`} />
            </td>
            <td>
              <Capacity row={row} runway={runwayOf(row)} />
            </td>
          </tr>
        ))}
      </SmallTable>
    </Panel>
  )
}
