import { Fragment, type ReactNode } from 'react'
import { CellLink, TextLink } from '#components/ui/links.tsx'
import { Strip } from '#components/ui/message.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import text from '#components/ui/text.module.css'
import { RUNNING_LOW, raisedSince } from '#lib/hap/pools/alarm.ts'
import { poolName } from '#lib/hap/pools/pool.ts'
import { paths } from '#lib/paths.ts'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { describeAlarm, formatUnusableCauses } from './pool-labels.ts'
import { bindingsOfPools, usableOfPool } from './pool-links.ts'

/** Number of pool names that fit into a strip. */
const NAMED = 4

/** Names the pools that raise an alarm and still have usable accounts. */
export function LowStrip({ pools }: { readonly pools: readonly PoolRow[] }) {
  const [first, second] = pools
  if (!first) return null
  if (!second) return <LowPool row={first} subject={<PoolTextLink row={first} />} />
  const named = pools.slice(0, NAMED)
  const more = pools.length - named.length
  return (
    <Strip
      tone="warn"
      action={<TextLink href={paths.pools({ q: RUNNING_LOW })}>{formatPlural(pools.length, 'pool')}</TextLink>}
    >
      Running low:{' '}
      {named.map((row, index) => (
        <Fragment key={row.key}>
          {index > 0 && ', '}
          <PoolTextLink row={row} /> (<CellLink href={usableOfPool(row.key)}>{formatCount(row.usable)} usable</CellLink>
          )
        </Fragment>
      ))}
      {more > 0 && ` and ${formatCount(more)} more`}.
    </Strip>
  )
}

interface LowPoolProps {
  readonly row: PoolRow
  /** Start of the sentence. */
  readonly subject: ReactNode
}

/** The strip for a single pool, with the reason of the alarm. */
export function LowPool({ row, subject }: LowPoolProps) {
  const since = raisedSince(row.water?.alarms ?? [])
  return (
    <Strip tone="warn">
      {subject} is running low: {describeAlarm(row)}.
      {since !== null && (
        <>
          {' '}
          Alert raised <RelativeTime at={since} />.
        </>
      )}
    </Strip>
  )
}

/** Names the pools that rules or claims need and that have no usable account. */
export function ExhaustedStrip({ pools }: { readonly pools: readonly PoolRow[] }) {
  const [first] = pools
  if (!first) return null
  const dirty = pools.reduce((sum, { states }) => sum + states.dirty, 0)
  const href = bindingsOfPools(
    pools.filter(({ states }) => states.dirty > 0),
    'dirty',
  )
  return (
    <Strip
      tone="warn"
      action={href !== null && <TextLink href={href}>{formatCount(dirty)} dirty, free once cleaned</TextLink>}
    >
      {pools.length === 1 ? (
        <>
          <PoolTextLink row={first} /> {consequence(first)}
        </>
      ) : (
        <>
          {formatCount(pools.length)} pools in use by rules or claims are exhausted:{' '}
          {pools.map((row, index) => (
            <Fragment key={row.key}>
              {index > 0 && ', '}
              <PoolTextLink row={row} />
            </Fragment>
          ))}
          .
        </>
      )}
    </Strip>
  )
}

function consequence({ shared, accounts, states, unusable }: PoolRow): string {
  if (accounts === 0) return 'has no accounts. Requests are queued.'
  const causes = formatUnusableCauses(unusable)
  const of = `0 of ${formatCount(accounts)}${causes === '' ? '' : ` (${causes})`}`
  return shared
    ? `has no ${states.shared > 0 ? 'usable account' : 'account in use'}: ${of}. Requests are queued.`
    : `has no ${states.free > 0 ? 'usable' : 'free'} account: ${of}. Requests of new global accounts are queued.`
}

/** A pool in a sentence, linked to its page. */
function PoolTextLink({ row: { pool } }: { readonly row: Pick<PoolRow, 'pool'> }) {
  return (
    pool && (
      <TextLink href={paths.pool(pool)} className={text.strong}>
        {poolName(pool)}
      </TextLink>
    )
  )
}
