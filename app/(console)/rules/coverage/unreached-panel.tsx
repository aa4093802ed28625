import { PoolName } from '#components/hap/pool-name.tsx'
import { Line, LineList } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { PanelNote } from '#components/ui/panel-note.tsx'
import { poolKey } from '#lib/hap/pools/pool.ts'
import { paths } from '#lib/paths.ts'
import { formatPlural } from '#lib/util/format.ts'
import type { Coverage } from '../evaluation/questions.ts'

/** Pools whose accounts nobody can get by the rules of the draft. */
export function UnreachedPanel({ pools }: { readonly pools: Coverage['unreached'] }) {
  return (
    <Panel title="Pools no rule reaches" aside={pools.length > 0 && formatPlural(pools.length, 'pool')}>
      {pools.length === 0 ? (
        <PanelNote>Every pool is reached by a rule.</PanelNote>
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
