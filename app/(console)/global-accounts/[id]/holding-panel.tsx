import { BindingLink } from '#components/hap/binding-link.tsx'
import { Meter } from '#components/hap/meter.tsx'
import { PoolName } from '#components/hap/pool-name.tsx'
import { StateText } from '#components/hap/state-text.tsx'
import { CellLink } from '#components/ui/cell-link.tsx'
import { cx } from '#components/ui/cx.ts'
import { Panel } from '#components/ui/panel.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { poolName } from '#lib/hap/pools/pool.ts'
import { paths } from '#lib/paths.ts'
import type { HeldAccount, Holding } from '#lib/queries/global-accounts/global-account-detail.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { IfRead } from '../../if-read.tsx'
import { clustersOfAccount, reservedOfAccount } from '../../shoots/shoot-links.ts'
import { roomWords } from './holding-room.ts'

const COLUMNS = [
  { header: 'Account' },
  { header: 'State', width: 112 },
  { header: 'Clusters of limit', width: 400 },
] as const

/** Accounts of one pool with their utilization relative to the limit. */
export function HoldingPanel({ holding }: { readonly holding: Holding }) {
  const { pool, limit, accounts, q, nextRequest } = holding
  const most = limit === null || limit.source === 'unlimited' ? null : limit.value
  const label = `Accounts of ${poolName(pool)}`
  return (
    <Panel
      title={<PoolName name={pool.hyperscalerType} {...pool} href={paths.pool(pool)} />}
      aside={
        <>
          <CellLink href={paths.bindings({ q })}>{formatPlural(accounts.length, 'account')}</CellLink>
          {most !== null && limit?.setting && (
            <span className={text.faint}>
              {formatCount(most)} each, from {limit.setting}
            </span>
          )}
          {nextRequest === null ? (
            <span className={text.faint}>no rule leads here</span>
          ) : (
            <TextLink href={paths.simulator(nextRequest)}>Next request</TextLink>
          )}
        </>
      }
    >
      <SmallTable label={label} columns={COLUMNS} folding>
        {accounts.map(account => (
          <tr key={account.row.key}>
            <th scope="row">
              <BindingLink binding={account.row} strong />
            </th>
            <td data-fold="aside">
              <StateText state={account.row.state} />
            </td>
            <td data-fold="line" data-wrap>
              <IfRead what="shoots" unit="clusters">
                <Fill account={account} limit={most} />
              </IfRead>
            </td>
          </tr>
        ))}
      </SmallTable>
    </Panel>
  )
}

function Fill({ account, limit }: { readonly account: HeldAccount; readonly limit: number | null }) {
  const { clusters, reserved } = account.row
  const count = limit === null ? formatPlural(clusters, 'cluster') : `${formatCount(clusters)} of ${formatCount(limit)}`
  return (
    <span className={text.row}>
      {limit !== null && <Meter value={clusters} limit={limit} unit="clusters" />}
      <span className={cx(limit !== null && clusters > limit && text.warn)}>
        <CellLink href={clustersOfAccount(account.row)}>{count}</CellLink>: {roomWords(account, limit)}
        {reserved > 0 && (
          <span className={text.muted}>
            {' '}
            (<CellLink href={reservedOfAccount(account.row.account)}>{formatCount(reserved)} reserved</CellLink>, no
            shoot yet)
          </span>
        )}
      </span>
    </span>
  )
}
