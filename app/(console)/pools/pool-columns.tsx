import { Fragment } from 'react'
import type { Column } from '#components/data-table/column.ts'
import { StateGlyph } from '#components/hap/binding-state.tsx'
import { PoolName } from '#components/hap/pool-name.tsx'
import { RuleText } from '#components/hap/rule-text.tsx'
import { CapacityBar, StateCountsLine } from '#components/hap/state-counts.tsx'
import { Verdict } from '#components/hap/verdict.tsx'
import { cx } from '#components/ui/cx.ts'
import { CellLink, CountLink } from '#components/ui/links.tsx'
import text from '#components/ui/text.module.css'
import { paths } from '#lib/paths.ts'
import type { PoolGroup, PoolRow } from '#lib/queries/pools/pool-row.ts'
import type { RuleLink } from '#lib/queries/rules-by-pool.ts'
import { formatCount, formatShare } from '#lib/util/format.ts'
import { shootsOfPool, shootsOfPools } from '../shoots/shoot-links.ts'
import { IfRead } from '../unread-sources.tsx'
import { Capacity, GroupCapacity } from './capacity.tsx'
import { formatPoolCount } from './pool-labels.ts'
import {
  bindingsOfPool,
  bindingsOfPools,
  tenantsOfPool,
  tenantsOfPools,
  usableOfPool,
  usableOfPools,
} from './pool-links.ts'
import styles from './pools.module.css'

const NOTHING = <span className={text.faint}>—</span>

/** Columns of the pools page. Their ids are the sort keys of the API. */
export const POOL_COLUMNS: readonly Column<PoolRow, PoolGroup>[] = [
  {
    id: 'name',
    header: 'Pool',
    width: 224,
    grows: true,
    sort: 'asc',
    cell: row => (
      <PoolName
        name={row.name}
        euAccess={row.euAccess}
        shared={row.shared}
        href={row.pool && paths.pool(row.pool)}
        quiet={row.accounts === 0}
      />
    ),
    group: ({ provider, pools }) => (
      <>
        {provider} <span className={cx(text.faint, text.small, styles.plain)}>{formatPoolCount(pools)}</span>
      </>
    ),
  },
  {
    id: 'states',
    header: 'Accounts by state',
    minWidth: 272,
    narrow: 'line',
    skeleton: '100%',
    cell: row => <States row={row} />,
    group: group => <Malformed group={group} />,
  },
  {
    id: 'accounts',
    header: 'Accounts',
    width: 74,
    align: 'end',
    sort: 'desc',
    priority: 2,
    cell: row => (
      <CountLink count={row.accounts} href={bindingsOfPool(row.key)} noun="account" detail={`of ${row.key}`} />
    ),
    group: ({ provider, pools, accounts }) => (
      <CountLink count={accounts} href={bindingsOfPools(pools)} noun="account" detail={`of all ${provider} pools`} />
    ),
  },
  {
    id: 'free',
    header: 'Free',
    width: 60,
    align: 'end',
    sort: 'asc',
    priority: 2,
    cell: row => (row.shared || row.accounts === 0 ? NOTHING : formatShare(row.states.free, row.accounts)),
    group: ({ pools, states, accounts }) =>
      pools.every(row => row.shared || row.accounts === 0) ? NOTHING : formatShare(states.free, accounts),
  },
  {
    id: 'usable',
    header: 'Usable',
    tip: 'Free accounts that can be assigned to a new global account',
    width: 72,
    align: 'end',
    extra: true,
    cell: row =>
      row.shared || row.accounts === 0 ? (
        NOTHING
      ) : (
        <IfRead what="shoots">
          <CountLink count={row.usable} href={usableOfPool(row.key)} noun="usable account" detail={`of ${row.key}`} />
        </IfRead>
      ),
    group: ({ provider, pools, usable }) =>
      pools.every(row => row.shared || row.accounts === 0) ? (
        NOTHING
      ) : (
        <IfRead what="shoots">
          <CountLink
            count={usable}
            href={usableOfPools(pools)}
            noun="usable account"
            detail={`of all ${provider} pools`}
          />
        </IfRead>
      ),
  },
  {
    id: 'dirty',
    header: 'Dirty',
    width: 64,
    align: 'end',
    extra: true,
    cell: row => (
      <CountLink
        count={row.states.dirty}
        href={bindingsOfPool(row.key, 'dirty')}
        noun="dirty account"
        detail={`of ${row.key}`}
      />
    ),
    group: ({ provider, pools, states }) => (
      <CountLink
        count={states.dirty}
        href={bindingsOfPools(pools, 'dirty')}
        noun="dirty account"
        detail={`of all ${provider} pools`}
      />
    ),
  },
  {
    id: 'tenants',
    header: 'Global accounts',
    width: 110,
    align: 'end',
    sort: 'desc',
    priority: 4,
    cell: row =>
      row.accounts === 0 ? (
        NOTHING
      ) : (
        <IfRead what={row.shared ? 'shoots' : 'bindings'}>
          <CountLink count={row.tenants} href={tenantsOfPool(row.key)} noun="global account" detail={`of ${row.key}`} />
        </IfRead>
      ),
    group: ({ provider, pools, tenants }) => (
      <CountLink
        count={tenants}
        href={tenantsOfPools(pools)}
        noun="global account"
        detail={`of all ${provider} pools`}
      />
    ),
  },
  {
    id: 'shoots',
    header: 'Shoots',
    width: 64,
    align: 'end',
    sort: 'desc',
    priority: 4,
    cell: row =>
      row.accounts === 0 ? (
        NOTHING
      ) : (
        <IfRead what="shoots">
          <CountLink count={row.shoots} href={shootsOfPool(row.key)} noun="shoot" detail={`of ${row.key}`} />
        </IfRead>
      ),
    group: ({ provider, pools, shoots }) => (
      <IfRead what="shoots">
        <CountLink count={shoots} href={shootsOfPools(pools)} noun="shoot" detail={`of all ${provider} pools`} />
      </IfRead>
    ),
  },
  {
    id: 'waiting',
    header: 'Waiting',
    tip: 'Claims waiting for an account in this pool',
    width: 66,
    align: 'end',
    sort: 'desc',
    priority: 2,
    cell: row => <Waiting row={row} />,
  },
  {
    id: 'room',
    header: 'Headroom',
    tip: 'Free and usable accounts and the time until they run out; for shared pools, the load',
    width: 168,
    sort: 'asc',
    narrow: 'aside',
    cell: row => <Capacity row={row} />,
    group: group => <GroupCapacity group={group} />,
  },
  {
    id: 'rules',
    header: 'Rules selecting this pool',
    width: 174,
    grows: true,
    priority: 3,
    narrow: 'line',
    cell: row => (
      <span className={styles.rules}>
        <RulesOfPool rules={row.rules} />
      </span>
    ),
  },
]

function States({ row }: { readonly row: PoolRow }) {
  if (row.accounts === 0) {
    return (
      <span className={styles.nobody}>
        <span className={styles.dashed}>
          <CapacityBar counts={row.states} />
        </span>
        <span className={cx(text.small, text.muted)}>No bindings</span>
      </span>
    )
  }
  return (
    <>
      <CapacityBar counts={row.states} lowWater={row.water?.accounts.low ?? null} />
      <StateCountsLine counts={row.states} hrefOf={state => bindingsOfPool(row.key, state)} />
    </>
  )
}

/** A zero has no rows to link to. */
function Waiting({ row: { key, pool, waiting } }: { readonly row: PoolRow }) {
  if (waiting === null) return <WaitingUnknown />
  if (waiting === 0) return <span className={text.faint}>0</span>
  return (
    <CountLink
      count={waiting}
      href={pool && `${paths.pool(pool)}#waiting`}
      noun="claim"
      detail={`waiting for ${key}`}
    />
  )
}

function WaitingUnknown() {
  return (
    <span className={text.faint} data-tip="The database is not responding.">
      unknown
    </span>
  )
}

function Malformed({ group: { pools, states } }: { readonly group: PoolGroup }) {
  const href = bindingsOfPools(pools, 'malformed')
  if (states.malformed === 0 || href === null) return null
  return (
    <CellLink href={href} className={cx(styles.malformed, text.small)}>
      <StateGlyph state="malformed" />
      {formatCount(states.malformed)} malformed (missing or invalid label)
    </CellLink>
  )
}

/** Rules that select a pool, in one line; a tooltip lists all of them where they are cut. */
export function RulesOfPool({ rules }: { readonly rules: readonly RuleLink[] }) {
  if (rules.length === 0) return <Verdict outcome="warn">not selected by any rule</Verdict>
  return (
    <span data-tip={rules.length > 2 ? rules.map(rule => rule.text).join('\n') : undefined}>
      {rules.map((rule, index) => (
        <Fragment key={rule.no}>
          {index > 0 && <span className={text.faint}>, </span>}
          <RuleText text={rule.text} />
        </Fragment>
      ))}
    </span>
  )
}
