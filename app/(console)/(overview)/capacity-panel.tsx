import { CapacityBar } from '#components/hap/capacity-bar.tsx'
import { PoolName } from '#components/hap/pool-name.tsx'
import { CountLink } from '#components/ui/count-link.tsx'
import { cx } from '#components/ui/cx.ts'
import { formatPlural } from '#components/ui/format.ts'
import { Icon } from '#components/ui/icon.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/paths.ts'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'
import { bindingsOfPool } from '../pools/pool-bindings.ts'
import { Room } from '../pools/room.tsx'
import styles from './overview.module.css'

const COLUMNS = [
  { header: 'Pool' },
  { header: 'Accounts by state', width: 248, wide: true },
  { header: 'Accounts', width: 84, align: 'end', wide: true },
  { header: 'Room', width: 176 },
] as const

interface CapacityPanelProps {
  readonly pools: readonly PoolRow[]
  /** All pools there are. */
  readonly of: number
}

/** What runs out first stands first. */
export function CapacityPanel({ pools, of }: CapacityPanelProps) {
  const exhausted = pools.filter(row => row.problem === 'exhausted').length
  return (
    <Panel
      title="Capacity"
      aside={
        <>
          {exhausted > 0 && (
            <TextLink href={paths.pools({ q: 'problem:exhausted' })} className={cx(text.row, text.warn)}>
              <Icon name="warning" size={14} />
              {formatPlural(exhausted, 'pool')} with nothing left
            </TextLink>
          )}
          <TextLink href={paths.pools()}>{formatPlural(of, 'pool')}</TextLink>
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
              />
              <div className={styles.narrow}>
                <CapacityBar counts={row.states} />
              </div>
            </th>
            <td data-wide>
              <CapacityBar counts={row.states} />
            </td>
            <td data-wide data-align="end">
              <CountLink count={row.accounts} href={bindingsOfPool(row.key)} label={`accounts of ${row.key}`} />
            </td>
            <td>
              <Room row={row} />
            </td>
          </tr>
        ))}
      </SmallTable>
    </Panel>
  )
}
