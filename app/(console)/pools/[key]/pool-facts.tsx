import { Verdict } from '#components/hap/verdict.tsx'
import { CellLink } from '#components/ui/cell-link.tsx'
import { DEFAULT_WINDOW } from '#lib/hap/pools/alarm.ts'
import type { PoolRow } from '#lib/queries/pools/pool-row.ts'
import { formatPlural } from '#lib/util/format.ts'
import { useRunway } from '../../history/use-runway.ts'
import { shootsOfPool } from '../../shoots/shoot-links.ts'
import { IfRead } from '../../unread-sources.tsx'
import { Capacity } from '../capacity.tsx'
import { describeRunway, formatUnusableCauses } from '../pool-labels.ts'
import { bindingsOfPool, tenantsOfPool, unusableOfPool } from '../pool-links.ts'

/** Facts about a pool in one line. */
export function PoolFacts({ row }: { readonly row: PoolRow }) {
  const shown = useRunway(row.key)(row) ?? (row.water && { runway: row.water.runway, window: DEFAULT_WINDOW })
  const unusable = formatUnusableCauses(row.unusable)
  return (
    <>
      {row.accounts > 0 && (
        <>
          <CellLink href={bindingsOfPool(row.key)}>{formatPlural(row.accounts, 'account')}</CellLink>
          <IfRead what={row.shared ? 'shoots' : 'bindings'} unit="global accounts">
            <CellLink href={tenantsOfPool(row.key)}>{formatPlural(row.tenants, 'global account')}</CellLink>
          </IfRead>
          <IfRead what="shoots" unit="shoots">
            <CellLink href={shootsOfPool(row.key)}>{formatPlural(row.shoots, 'shoot')}</CellLink>
          </IfRead>
        </>
      )}
      {row.rules.length === 0 ? (
        <Verdict outcome="warn">no rule leads here</Verdict>
      ) : (
        (row.shared || row.problem !== null || row.usable < row.states.free) && (
          <span>
            <Capacity row={row} runway={null} />
          </span>
        )
      )}
      {unusable !== '' && (
        <span>
          unusable: <CellLink href={unusableOfPool(row.key)}>{unusable}</CellLink>
        </span>
      )}
      {shown && <span>{describeRunway(shown.runway, shown.window)}</span>}
    </>
  )
}
