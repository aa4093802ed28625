import { BindingLink } from '#components/hap/binding-link.tsx'
import { StateText } from '#components/hap/state-text.tsx'
import { CellLink } from '#components/ui/cell-link.tsx'
import { Line, LineList } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import { poolName } from '#lib/hap/pools/pool.ts'
import { paths } from '#lib/paths.ts'
import type { GlobalAccountDetail } from '#lib/queries/global-accounts/global-account-detail.ts'
import { formatPlural } from '#lib/util/format.ts'
import { IfRead } from '../../if-read.tsx'
import { clustersOfAccount } from '../../shoots/shoot-links.ts'

/**
 * Bindings that carry the global account's label but get no new cluster from it; renders nothing
 * without any.
 */
export function LeftoversPanel({ row: { givenBack }, leftovers }: Pick<GlobalAccountDetail, 'row' | 'leftovers'>) {
  if (leftovers.length === 0) return null
  const words = formatPlural(leftovers.length, 'account')
  // The search selects only released accounts, so the link needs all leftovers to be released.
  const found = leftovers.length === givenBack.count
  return (
    <Panel
      title="Released, or not its own"
      aside={found ? <CellLink href={paths.bindings({ q: givenBack.q })}>{words}</CellLink> : words}
    >
      <LineList label="Accounts that carry its name">
        {leftovers.map(row => (
          <Line
            key={row.key}
            end={
              <IfRead what="shoots" unit="clusters">
                <CellLink href={clustersOfAccount(row)}>{formatPlural(row.clusters, 'cluster')}</CellLink>
              </IfRead>
            }
          >
            <span className={text.row}>
              <StateText state={row.state} />
              <BindingLink binding={row} />
              <span className={text.muted}>{row.pool ? poolName(row.pool) : 'no type'}</span>
            </span>
          </Line>
        ))}
      </LineList>
    </Panel>
  )
}
