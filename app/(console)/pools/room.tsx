import { Verdict } from '#components/hap/verdict.tsx'
import { CellLink } from '#components/ui/cell-link.tsx'
import { formatCount } from '#components/ui/format.ts'
import text from '#components/ui/text.module.css'
import { paths } from '#lib/paths.ts'
import type { PoolGroup, PoolRow } from '#lib/queries/pools/pool-row.ts'
import { bindingsOfPool, bindingsOfPools } from './pool-bindings.ts'

/** How much more a pool can take: free accounts and how many of them are usable, or how full the shared ones are. */
export function Room({ row }: { readonly row: PoolRow }) {
  const { problem, shared, shoots, states, usable, scarce } = row
  if (problem === 'no-binding') return <Verdict outcome="wrong">rule without pool</Verdict>
  if (shared) {
    if (problem === 'exhausted') return <Verdict outcome="wrong">0 in use</Verdict>
    if (states.shared === 0) return <span className={text.muted}>0 in use</span>
    return <span className={text.muted}>no limit, {formatCount(Math.round(shoots / states.shared))} shoots each</span>
  }
  const room = (
    <>
      <Free count={states.free} href={bindingsOfPool(row.key, 'free')} />
      {usable < states.free && (
        <>
          , <Usable row={row} />
        </>
      )}
    </>
  )
  if (problem === 'exhausted') return <Verdict outcome="wrong">{room}</Verdict>
  return scarce ? <Verdict outcome="warn">{room}</Verdict> : room
}

/** The free accounts of a group; nothing where all its pools are shared. */
export function GroupRoom({ group: { pools, states } }: { readonly group: PoolGroup }) {
  const dedicated = pools.filter(row => !row.shared && row.accounts > 0)
  if (dedicated.length === 0) return null
  return <Free count={states.free} href={bindingsOfPools(pools, 'free')} />
}

function Usable({ row: { key, usable } }: { readonly row: PoolRow }) {
  const words = `${formatCount(usable)} usable`
  if (usable > 0) return <CellLink href={paths.bindings({ q: `pool:${key} usable` })}>{words}</CellLink>
  return words
}

function Free({ count, href }: { readonly count: number; readonly href: string | null }) {
  const words = `${formatCount(count)} free`
  return href === null || count === 0 ? words : <CellLink href={href}>{words}</CellLink>
}
