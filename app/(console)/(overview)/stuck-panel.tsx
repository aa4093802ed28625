import { BindingLink } from '#components/hap/binding-link.tsx'
import { STATE_NAMES, TimeInState } from '#components/hap/binding-state.tsx'
import { PoolName } from '#components/hap/pool-name.tsx'
import { StateGlyph } from '#components/hap/state-glyph.tsx'
import { Verdict } from '#components/hap/verdict.tsx'
import { CellLink } from '#components/ui/cell-link.tsx'
import { cx } from '#components/ui/cx.ts'
import { Line, LineList, NoLines } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/paths.ts'
import type { BindingRow } from '#lib/queries/bindings/binding-list.ts'
import type { Excerpt } from '#lib/queries/overview.ts'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { RulesOfPool } from '../pools/pool-columns.tsx'
import { clustersOfAccount } from '../shoots/shoot-links.ts'

/** Accounts that stay too long in a transient state, longest first. */
export function StuckPanel({ stuck }: { readonly stuck: Excerpt<BindingRow> }) {
  return (
    <Panel title="Stuck" aside={<AllOf excerpt={stuck} />}>
      {stuck.rows.length === 0 ? (
        <NoLines>No account is stuck in cleaning, deletion or an expired hold.</NoLines>
      ) : (
        <LineList label="Stuck">
          {stuck.rows.map(row => (
            <Line
              key={row.key}
              mark={<StateGlyph state={row.state} />}
              end={
                <span className={text.warn}>
                  {row.since !== null && <TimeInState since={row.since} isFirstLook={row.sinceIsFirstLook} />}
                </span>
              }
            >
              <BindingLink binding={row} />
              <span className={cx(text.muted, text.cut)}>
                <Reason row={row} />
              </span>
            </Line>
          ))}
        </LineList>
      )}
    </Panel>
  )
}

/** Overrides the meaning of a state where it does not explain why the account is stuck. */
const STUCK_WORDS: Partial<Readonly<Record<BindingRow['state'], string>>> = {
  terminating: 'being deleted',
  held: 'on hold beyond its end',
}

function Reason({ row }: { readonly row: BindingRow }) {
  const { state, clusters } = row
  if (clusters === 0) return STUCK_WORDS[state] ?? STATE_NAMES[state].meaning
  return (
    <>
      {state}, <CellLink href={clustersOfAccount(row)}>{formatPlural(clusters, 'cluster')}</CellLink> still on the
      account
    </>
  )
}

/** Links from an excerpt in a panel to the full list. */
function AllOf({ excerpt: { count, q } }: { readonly excerpt: Excerpt<unknown> }) {
  if (count === 0) return null
  return <TextLink href={paths.bindings({ q })}>All {formatCount(count)}</TextLink>
}

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
