import { PoolName } from '#components/hap/pool-name.tsx'
import { CapacityBar } from '#components/hap/state-counts.tsx'
import { CountLink } from '#components/ui/cell-link.tsx'
import { cx } from '#components/ui/cx.ts'
import { Icon } from '#components/ui/icon.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { RUNNING_LOW } from '#lib/hap/pools/alarm.ts'
import { paths } from '#lib/paths.ts'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'
import { formatPlural } from '#lib/util/format.ts'
import { useRunway } from '../history/use-runway.ts'
import { AlarmAnnouncer } from '../pools/alarm-announcer.tsx'
import { Capacity } from '../pools/capacity.tsx'
import { formatExhaustedCount } from '../pools/pool-labels.ts'
import { bindingsOfPool } from '../pools/pool-links.ts'
import styles from './overview.module.css'

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
export function CapacityPanel({ pools, exhausted, low, of }: CapacityPanelProps) {
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
              <CountLink count={row.accounts} href={bindingsOfPool(row.key)} label={`accounts of ${row.key}`} />
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
