import { PoolName } from '#components/hap/pool-name.tsx'
import { formatPlural } from '#components/ui/format.ts'
import { Line, LineList } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { poolKey } from '#lib/hap/pools/pool.ts'
import { paths } from '#lib/paths.ts'
import styles from './coverage.module.css'
import type { Coverage } from './use-coverage.ts'

/** Pools whose accounts nobody can get by the rules of the draft. */
export function UnreachedPanel({ pools }: { readonly pools: Coverage['unreached'] }) {
  return (
    <Panel title="Pools no rule reaches" aside={pools.length > 0 && formatPlural(pools.length, 'pool')}>
      {pools.length === 0 ? (
        <p className={styles.none}>Every pool is reached by a rule.</p>
      ) : (
        <LineList label="Pools no rule reaches">
          {pools.map(pool => (
            <Line key={poolKey(pool)} end={formatPlural(pool.accounts, 'account')}>
              <PoolName
                name={pool.hyperscalerType}
                euAccess={pool.euAccess}
                shared={pool.shared}
                href={paths.pool(pool)}
              />
            </Line>
          ))}
        </LineList>
      )}
    </Panel>
  )
}
