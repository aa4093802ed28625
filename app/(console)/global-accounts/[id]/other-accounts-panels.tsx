import { BindingLink } from '#components/hap/binding-link.tsx'
import { StateText } from '#components/hap/binding-state.tsx'
import { CellLink, CountLink } from '#components/ui/cell-link.tsx'
import { Line, LineList } from '#components/ui/line-list.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import { accountKey } from '#lib/hap/pools/binding.ts'
import { poolName } from '#lib/hap/pools/pool.ts'
import { paths } from '#lib/paths.ts'
import type { GlobalAccountDetail } from '#lib/queries/global-accounts/global-account-detail.ts'
import { shootsOnTerms } from '#lib/search/shoot-terms.ts'
import { formatPlural } from '#lib/util/format.ts'
import { clustersOfAccount } from '../../shoots/shoot-links.ts'
import { IfRead, NoneOf } from '../../unread-sources.tsx'
import { ClusterCount } from './subaccounts-panel.tsx'

interface GuestPanelProps extends Pick<GlobalAccountDetail, 'guest'> {
  /** Id of the global account. */
  readonly id: string
  /** Whether the global account owns accounts. */
  readonly owns: boolean
}

/**
 * Accounts that the global account has clusters on without owning them: shared ones, and wrongly
 * used ones.
 */
export function GuestPanel({ id, guest, owns }: GuestPanelProps) {
  if (guest.length === 0 && owns) return null
  const clusters = guest.reduce((sum, { own }) => sum + own, 0)
  return (
    <Panel
      title="On accounts it does not own"
      aside={guest.length > 0 && <ClusterCount count={clusters} q={clustersTerms(guest, id)} />}
    >
      {guest.length === 0 ? (
        <NoneOf what={['bindings', 'shoots']}>It owns no account, and none of its clusters is on a known one.</NoneOf>
      ) : (
        <LineList label="Accounts it does not own">
          {guest.map(({ row, own, q }) => (
            <Line
              key={row.key}
              end={
                <>
                  <ClusterCount count={own} q={q} /> of{' '}
                  <CountLink
                    count={row.clusters}
                    href={clustersOfAccount(row)}
                    label={`clusters on the account of ${row.name}`}
                  />
                </>
              }
            >
              <BindingLink binding={row} /> {row.pool && poolName(row.pool)}{' '}
              {!row.pool?.shared && <Tag tone="warn">not shared</Tag>}
            </Line>
          ))}
        </LineList>
      )}
    </Panel>
  )
}

function clustersTerms(guest: GlobalAccountDetail['guest'], id: string): string | null {
  if (guest.some(({ reserved }) => reserved > 0)) return null
  const onThem = shootsOnTerms(guest.map(({ row }) => accountKey(row.account)))
  return onThem && `${onThem} ga:${id}`
}

/**
 * Bindings that carry the global account's label but get no new cluster from it; renders nothing
 * without any.
 */
export function LeftoversPanel({ row: { givenBack }, leftovers }: Pick<GlobalAccountDetail, 'row' | 'leftovers'>) {
  if (leftovers.length === 0) return null
  const label = formatPlural(leftovers.length, 'account')
  // The search selects only released accounts, so the link needs all leftovers to be released.
  const found = leftovers.length === givenBack.count
  return (
    <Panel
      title="Released, or not its own"
      aside={found ? <CellLink href={paths.bindings({ q: givenBack.q })}>{label}</CellLink> : label}
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
