import { BindingLink } from '#components/hap/binding-link.tsx'
import { StateText } from '#components/hap/binding-state.tsx'
import { Meter } from '#components/hap/meter.tsx'
import { PoolName } from '#components/hap/pool-name.tsx'
import { shortenId } from '#components/hap/tenant-id.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { cx } from '#components/ui/cx.ts'
import { Disclosure } from '#components/ui/disclosure.tsx'
import { Line, LineList } from '#components/ui/line-list.tsx'
import { CellLink, TextLink } from '#components/ui/links.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import text from '#components/ui/text.module.css'
import { excessClusters } from '#lib/hap/lifecycle/account-clusters.ts'
import { type Consolidation, consolidate, type FilledAccount } from '#lib/hap/lifecycle/consolidation.ts'
import { accountKey, countAccounts } from '#lib/hap/pools/binding.ts'
import { poolName } from '#lib/hap/pools/pool.ts'
import { paths } from '#lib/paths.ts'
import type { GlobalAccountDetail, HeldAccount, Holding } from '#lib/queries/global-accounts/global-account-detail.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { clustersOfAccount, reservedOfAccount } from '../../shoots/shoot-links.ts'
import { IfRead } from '../../unread-sources.tsx'

const COLUMNS = [
  { header: 'Account' },
  { header: 'State', width: 112 },
  { header: 'Clusters / limit', width: 400 },
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
          <CellLink href={paths.bindings({ q })}>
            {formatPlural(countAccounts(accounts.map(({ row }) => row)), 'account')}
          </CellLink>
          {most !== null && limit?.setting && (
            <span className={text.faint}>
              limit {formatCount(most)} per account ({limit.setting})
            </span>
          )}
          {nextRequest === null ? (
            <span className={text.faint}>not selected by any rule</span>
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
              <BindingLink binding={account.row} strong withKind />
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
        <CellLink href={clustersOfAccount(account.row)}>{count}</CellLink>: {formatCapacity(account, limit)}
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

/**
 * Computes which accounts could be emptied into the others; null without a limit. Counts an account
 * with two bindings once.
 */
export function findConsolidation({ limit, accounts }: Holding): Consolidation | null {
  if (limit === null || limit.source === 'unlimited') return null
  const byAccount = new Map<string, FilledAccount>()
  for (const { row, takes, returns } of accounts) {
    const key = accountKey(row.account)
    if (returns && !byAccount.has(key))
      byAccount.set(key, { name: key, clusters: row.clusters, limit: limit.value, takes })
  }
  return consolidate([...byAccount.values()])
}

/** Describes the capacity left on an account: `no new clusters until 71 are removed`. */
export function formatCapacity({ takes, row: { clusters, state } }: HeldAccount, limit: number | null): string {
  if (!takes) return `${state}: no new clusters`
  if (limit === null) return 'no limit applies'
  const over = excessClusters(clusters, limit)
  if (over === 0) return `room for ${formatCount(limit - clusters)} more`
  return clusters === limit ? 'full' : `no new clusters until ${formatCount(over)} are removed`
}

/** Number of subaccounts shown without expanding. */
const SHOWN = 12

/** Subaccounts of the clusters. */
export function SubaccountsPanel({ subaccounts }: Pick<GlobalAccountDetail, 'subaccounts'>) {
  if (subaccounts.length === 0) return null
  const more = subaccounts.slice(SHOWN)
  return (
    <Panel title="Subaccounts" aside={formatCount(subaccounts.length)}>
      <Lines label="Subaccounts" subaccounts={subaccounts.slice(0, SHOWN)} />
      {more.length > 0 && (
        <Disclosure summary={`Show ${formatCount(more.length)} more`}>
          <Lines label="More subaccounts" subaccounts={more} />
        </Disclosure>
      )}
    </Panel>
  )
}

interface LinesProps extends Pick<GlobalAccountDetail, 'subaccounts'> {
  readonly label: string
}

function Lines({ label, subaccounts }: LinesProps) {
  return (
    <LineList label={label}>
      {subaccounts.map(({ id, clusters, q }) => (
        <Line key={id} end={<ClusterCount count={clusters} q={q} />}>
          {id === null ? (
            'without a subaccount'
          ) : (
            <span className={text.row}>
              <span className={text.mono} data-tip={id}>
                {shortenId(id)}
              </span>
              <CopyButton text={id} what={`subaccount ${id}`} />
            </span>
          )}
        </Line>
      ))}
    </LineList>
  )
}

interface ClusterCountProps {
  readonly count: number
  /** Search of the shoots list that selects exactly these clusters; null when none does. */
  readonly q: string | null
}

/** A count such as `3 clusters`, linked to its rows. */
export function ClusterCount({ count, q }: ClusterCountProps) {
  const label = formatPlural(count, 'cluster')
  return q === null ? label : <CellLink href={paths.shoots({ q })}>{label}</CellLink>
}
