'use client'

import { useQuery } from '@tanstack/react-query'
import { poolQueueQuery } from '#app/data/claim-queries.ts'
import { ApiError } from '#app/data/fetch-json.ts'
import { poolQuery } from '#app/data/pool-queries.ts'
import { RuleText } from '#components/hap/rule-text.tsx'
import { SelectorChips } from '#components/hap/selector-chips.tsx'
import { CapacityBar } from '#components/hap/state-counts.tsx'
import { StateTotals } from '#components/hap/state-totals.tsx'
import { Verdict } from '#components/hap/verdict.tsx'
import { copyCommand, useCommands } from '#components/palette/commands.ts'
import { DetailColumns, PageHead } from '#components/shell/page-head.tsx'
import { CommandLine } from '#components/ui/command-line.tsx'
import { cx } from '#components/ui/cx.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Line, LineList, NoLines } from '#components/ui/line-list.tsx'
import { CellLink } from '#components/ui/links.tsx'
import { Strip } from '#components/ui/message.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import { DEFAULT_WINDOW } from '#lib/hap/pools/alarm.ts'
import { isExhausted, type Pool, poolKey, poolName } from '#lib/hap/pools/pool.ts'
import { BINDING_STATES, type BindingState } from '#lib/hap/pools/state.ts'
import { paths } from '#lib/paths.ts'
import type { PoolDetail } from '#lib/queries/pools/pool-detail.ts'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'
import type { SelectorView } from '#lib/queries/pools/selectors.ts'
import type { RuleLink } from '#lib/queries/rules-by-pool.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { HistoryPanel } from '../../history/history-panel.tsx'
import { useRunway } from '../../history/use-runway.ts'
import type { Person } from '../../person.ts'
import { ReadFailure, RefreshFailure } from '../../read-failure.tsx'
import { shootsOfPool } from '../../shoots/shoot-links.ts'
import { IfRead, SourceGap } from '../../unread-sources.tsx'
import { Waiting } from '../../waiting-panel.tsx'
import { AlarmAnnouncer } from '../alarm-announcer.tsx'
import { Capacity } from '../capacity.tsx'
import { LowPool } from '../low-strip.tsx'
import { describeRunway, formatUnusableCauses } from '../pool-labels.ts'
import { bindingsOfPool, tenantsOfPool, unusableOfPool } from '../pool-links.ts'
import styles from './pool.module.css'
import { PoolBindings, PoolTenants } from './pool-contents.tsx'

export function PoolView({ pool, person }: { readonly pool: Pool; readonly person: Person }) {
  const key = poolKey(pool)
  const { data, error, refetch } = useQuery(poolQuery(key))
  const missing = error instanceof ApiError && error.status === 404
  const retry = () => void refetch()
  useCommands(
    data
      ? {
          scope: 'page',
          heading: poolName(pool),
          recent: { href: paths.pool(pool), name: poolName(pool), what: 'Pool' },
          commands: [
            { id: 'bindings', label: 'Bindings of this pool', icon: 'bindings', act: { href: bindingsOfPool(key) } },
            copyCommand('hyperscaler type', pool.hyperscalerType),
          ],
        }
      : null,
  )
  return (
    <>
      <PageHead
        title={pool.hyperscalerType}
        mono
        badge={
          <>
            {pool.euAccess && <Tag>EU</Tag>}
            {pool.shared && <Tag>shared</Tag>}
          </>
        }
        facts={data && <PoolFacts row={data.row} />}
      />
      {data && error && !missing && <RefreshFailure error={error} onRetry={retry} />}
      {missing && data && (
        <Strip tone="warn" announce>
          This pool no longer exists: it has no bindings, no rule selects it, and no claim is waiting for it. Its last
          known state is shown below.
        </Strip>
      )}
      {data ? (
        <Detail detail={data} person={person} />
      ) : missing ? (
        <SourceGap what="bindings" reading={<Reading />}>
          <EmptyState reason="empty" title="Pool not found">
            {error.message}
          </EmptyState>
        </SourceGap>
      ) : error ? (
        <ReadFailure error={error} onRetry={retry} />
      ) : (
        <Reading />
      )}
    </>
  )
}

function Detail({ detail, person }: { readonly detail: PoolDetail; readonly person: Person }) {
  const { row, selectors, tenants, bindings, bindingCount } = detail
  const queue = useQuery(poolQueueQuery(row.key))
  return (
    <>
      <AlarmAnnouncer pools={row.low || isExhausted(row) ? [row] : []} />
      {row.accounts > 0 && <StateTotals counts={row.states} hrefOf={state => bindingsOfPool(row.key, state)} />}
      <div className={styles.bar}>
        <CapacityBar counts={row.states} lowWater={row.water?.accounts.low ?? null} height={12} />
      </div>
      {row.low && (
        <div className={styles.alarm}>
          <LowPool row={row} subject="This pool" />
        </div>
      )}
      <DetailColumns
        main={
          <>
            <Waiting query={queue} about="pool" person={person} />
            <PoolBindings row={row} bindings={bindings} bindingCount={bindingCount} />
            <PoolSelectors selectors={selectors} reached={row.rules.length > 0} />
            {/* Shared accounts are not claimed, so they have no history. */}
            {!row.shared && <HistoryPanel pool={row.key} />}
          </>
        }
        side={
          <>
            <PoolRules rules={row.rules} />
            <PoolTenants row={row} tenants={tenants} />
          </>
        }
      />
    </>
  )
}

function Reading() {
  return (
    <div aria-busy="true">
      <StateTotals counts={null} hrefOf={() => null} />
      <div className={styles.bar}>
        <Skeleton width="100%" height={12} />
      </div>
      <DetailColumns main={<Skeleton width="100%" height={320} />} side={<Skeleton width="100%" height={320} />} />
    </div>
  )
}

/** Facts about a pool in one line. */
export function PoolFacts({ row }: { readonly row: PoolRow }) {
  const shown = useRunway(row.key)(row) ?? (row.water && { runway: row.water.runway, window: DEFAULT_WINDOW })
  const unusable = formatUnusableCauses(row.unusable)
  return (
    <>
      {row.accounts > 0 && (
        <>
          <CellLink href={bindingsOfPool(row.key)}>{formatPlural(row.accounts, 'account')}</CellLink>
          <IfRead what={row.shared ? 'shoots' : 'bindings'} unit="global accounts">
            <CellLink href={tenantsOfPool(row.key)}>{formatPlural(row.tenants, 'global account')}</CellLink>
          </IfRead>
          <IfRead what="shoots" unit="shoots">
            <CellLink href={shootsOfPool(row.key)}>{formatPlural(row.shoots, 'shoot')}</CellLink>
          </IfRead>
        </>
      )}
      {row.rules.length === 0 ? (
        <Verdict outcome="warn">not selected by any rule</Verdict>
      ) : (
        (row.shared || row.problem !== null || row.usable < row.states.free) && (
          <span>
            <Capacity row={row} runway={null} />
          </span>
        )
      )}
      {unusable !== '' && (
        <span>
          unusable: <CellLink href={unusableOfPool(row.key)}>{unusable}</CellLink>
        </span>
      )}
      {shown && <span>{describeRunway(shown.runway, shown.window)}</span>}
    </>
  )
}

/** Rules that select a pool, with their numbers in the rule set. */
function PoolRules({ rules }: { readonly rules: readonly RuleLink[] }) {
  return (
    <Panel title="Rules selecting this pool">
      {rules.length === 0 ? (
        <NoLines>None. No request can be assigned to this pool.</NoLines>
      ) : (
        <LineList label="Rules selecting this pool">
          {rules.map(rule => (
            <Line key={rule.no} end={<span className={cx(text.small, text.faint)}>rule {rule.no}</span>}>
              <RuleText text={rule.text} />
            </Line>
          ))}
        </LineList>
      )}
    </Panel>
  )
}

type Purpose = SelectorView['purpose']

const PURPOSES: Readonly<Record<Purpose, string>> = {
  claim: 'Free accounts (assigned to new global accounts)',
  any: 'All dedicated accounts',
  shared: 'Shared accounts (requests use the least used one)',
}

/** The state that a request selects; null where it takes every state. */
const SOUGHT: Readonly<Record<Purpose, BindingState | null>> = { claim: 'free', any: null, shared: 'shared' }

interface PoolSelectorsProps {
  readonly selectors: readonly SelectorView[]
  /** Whether a rule leads to the pool. */
  readonly reached: boolean
}

/** Label selectors of requests for a pool, and the unsuitable bindings they match. */
function PoolSelectors({ selectors, reached }: PoolSelectorsProps) {
  return (
    <Panel title="Label selectors" padded>
      {selectors.map(({ purpose, requirements, command, finds }) => (
        <div key={purpose} className={styles.selector}>
          <h3 className={text.small}>{titleOf(purpose, reached)}</h3>
          <SelectorChips requirements={requirements} />
          {command !== null && <CommandLine text={command} what="command" />}
          <Others sought={SOUGHT[purpose]} finds={finds} />
        </div>
      ))}
    </Panel>
  )
}

function titleOf(purpose: Purpose, reached: boolean): string {
  if (reached || purpose === 'any') return PURPOSES[purpose]
  return `${PURPOSES[purpose].split(' (', 1)[0]} (unused: no rule selects this pool)`
}

/** A selector cannot exclude internal, terminating or malformed bindings. */
function Others({ sought, finds }: { readonly sought: BindingState | null; readonly finds: SelectorView['finds'] }) {
  if (sought === null) return null
  const others = BINDING_STATES.filter(state => state !== sought && finds[state] > 0)
  if (others.length === 0) return null
  const counts = others.map(state => `${formatCount(finds[state])} ${state}`).join(', ')
  return (
    <p className={cx(text.small, text.muted)}>
      Also matches {counts} besides {formatCount(finds[sought])} {sought}. This console never selects those; KEB may.
    </p>
  )
}
