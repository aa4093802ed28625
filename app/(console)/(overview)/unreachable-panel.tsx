import { PoolName } from '#components/hap/pool-name.tsx'
import { Verdict } from '#components/hap/verdict.tsx'
import { Line, LineList, NoLines } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/paths.ts'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'
import { formatCount } from '#lib/util/format.ts'
import { RulesOfPool } from '../pools/rules-of-pool.tsx'

/** Pools without a rule, rules without a pool, and pools that only queued claims refer to. */
export function UnreachablePanel({ rows }: { readonly rows: readonly PoolRow[] }) {
  const href = paths.pools({ q: 'problem:no-rule,no-binding,only-queue' })
  return (
    <Panel
      title="Unmatched rules and pools"
      aside={rows.length > 0 && <TextLink href={href}>All {formatCount(rows.length)}</TextLink>}
    >
      {rows.length === 0 ? (
        <NoLines>Every rule leads to a pool, and every pool has a rule.</NoLines>
      ) : (
        <LineList label="Unmatched rules and pools">
          {rows.map(row => (
            <Line key={row.key} end={<RulesOfPool rules={row.rules} />}>
              <PoolName
                name={row.name}
                euAccess={row.euAccess}
                shared={row.shared}
                href={row.pool && paths.pool(row.pool)}
              />
              {row.problem === 'no-binding' && <Verdict outcome="wrong">rule without pool</Verdict>}
              {row.problem === 'only-queue' && <Verdict outcome="wrong">queue without pool</Verdict>}
            </Line>
          ))}
        </LineList>
      )}
    </Panel>
  )
}
