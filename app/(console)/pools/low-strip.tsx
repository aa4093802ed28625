import { Fragment, type ReactNode } from 'react'
import { CellLink } from '#components/ui/cell-link.tsx'
import { Strip } from '#components/ui/message.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { RUNNING_LOW, raisedSince } from '#lib/hap/pools/alarm.ts'
import { paths } from '#lib/paths.ts'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { alarmWords } from './alarm-words.ts'
import { usableOfPool } from './pool-bindings.ts'
import { PoolTextLink } from './pool-text-link.tsx'

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
      Low on usable accounts or runway:{' '}
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
      {subject} is low: {alarmWords(row)}.
      {since !== null && (
        <>
          {' '}
          Raised <RelativeTime at={since} />.
        </>
      )}
    </Strip>
  )
}
