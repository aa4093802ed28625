import { Verdict } from '#components/hap/verdict.tsx'
import { CellLink } from '#components/ui/cell-link.tsx'
import { formatCount } from '#components/ui/format.ts'
import text from '#components/ui/text.module.css'
import type { PoolGroup, PoolRow } from '#lib/queries/pools/pool-row.ts'
import { bindingsOfPool, bindingsOfPools } from './pool-bindings.ts'

/** How much more a pool can take: free accounts, or how full the shared ones are. */
export function Room({ row }: { readonly row: PoolRow }) {
  const { problem, shared, shoots, states } = row
  if (problem === 'no-binding') return <Verdict outcome="wrong">rule without pool</Verdict>
  if (problem === 'exhausted') return <Verdict outcome="warn">{shared ? '0 in use' : '0 free'}</Verdict>
  if (!shared) return <Free count={states.free} href={bindingsOfPool(row.key, 'free')} />
  if (states.shared === 0) return <span className={text.muted}>0 in use</span>
  return <span className={text.muted}>{formatCount(Math.round(shoots / states.shared))} shoots each</span>
}

/** The free accounts of a group; nothing where all its pools are shared. */
export function GroupRoom({ group: { pools, states } }: { readonly group: PoolGroup }) {
  const dedicated = pools.filter(row => !row.shared && row.accounts > 0)
  if (dedicated.length === 0) return null
  return <Free count={states.free} href={bindingsOfPools(pools, 'free')} />
}

function Free({ count, href }: { readonly count: number; readonly href: string | null }) {
  const words = `${formatCount(count)} free`
  return href === null || count === 0 ? words : <CellLink href={href}>{words}</CellLink>
}
