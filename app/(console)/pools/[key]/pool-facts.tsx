import { Verdict } from '#components/hap/verdict.tsx'
import { CellLink } from '#components/ui/cell-link.tsx'
import { formatPlural } from '#components/ui/format.ts'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'
import { bindingsOfPool } from '../pool-bindings.ts'
import { Room } from '../room.tsx'

/** What there is in a pool, in one line. */
export function PoolFacts({ row }: { readonly row: PoolRow }) {
  return (
    <>
      {row.accounts > 0 && (
        <>
          <CellLink href={bindingsOfPool(row.key)}>{formatPlural(row.accounts, 'account')}</CellLink>
          <CellLink href="#tenants">{formatPlural(row.tenants, 'tenant')}</CellLink>
          <span>{formatPlural(row.shoots, 'shoot')}</span>
        </>
      )}
      {row.problem === 'no-rule' ? (
        <Verdict outcome="warn">no rule leads here</Verdict>
      ) : (
        (row.shared || row.problem !== null || row.usable < row.states.free) && (
          <span>
            <Room row={row} />
          </span>
        )
      )}
    </>
  )
}
