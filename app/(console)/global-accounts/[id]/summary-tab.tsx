import { useQuery } from '@tanstack/react-query'
import { globalAccountQueueQuery } from '#app/data/claim-queries.ts'
import { BindingLink } from '#components/hap/binding-link.tsx'
import { StateText } from '#components/hap/binding-state.tsx'
import { DetailColumns } from '#components/shell/page-head.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Line, LineList } from '#components/ui/line-list.tsx'
import { CellLink, CountLink, TextLink } from '#components/ui/links.tsx'
import { Message } from '#components/ui/message.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import type { Consolidation } from '#lib/hap/lifecycle/consolidation.ts'
import { accountKey, countAccounts } from '#lib/hap/pools/binding.ts'
import { poolName } from '#lib/hap/pools/pool.ts'
import { isReleasedState } from '#lib/hap/pools/state.ts'
import { paths } from '#lib/paths.ts'
import type { BindingRow } from '#lib/queries/bindings/binding-list.ts'
import type { GlobalAccountDetail, Holding } from '#lib/queries/global-accounts/global-account-detail.ts'
import { clustersOnTerms, shootsOnTerms } from '#lib/search/shoot-terms.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import { UsesPanel } from '../../operators/uses/uses-panel.tsx'
import type { Person } from '../../person.ts'
import { clustersOfAccount } from '../../shoots/shoot-links.ts'
import { IfRead, NoneOf, useUnread } from '../../unread-sources.tsx'
import { Waiting } from '../../waiting-panel.tsx'
import styles from './global-account.module.css'
import { ClusterCount, findConsolidation, HoldingPanel, SubaccountsPanel } from './holding-panel.tsx'

/**
 * Accounts by pool with their remaining capacity, then bindings, clusters and claims outside of
 * them.
 */
export function SummaryTab({ detail, person }: { readonly detail: GlobalAccountDetail; readonly person: Person }) {
  const { row, holdings, leftovers, guest, subaccounts, allowedBy } = detail
  const unread = useUnread('bindings', 'shoots')
  const queue = useQuery(globalAccountQueueQuery(row.id))
  return (
    <DetailColumns
      main={
        <>
          {row.several.length > 0 && (
            <Message tone="warn">
              This global account owns multiple accounts in one pool but is not on the allowlist. All new clusters go to
              the first account by name.
            </Message>
          )}
          <Waiting query={queue} about="global-account" person={person} />
          {holdings.map(holding => (
            <HoldingPanel key={holding.key} holding={holding} />
          ))}
          <GuestPanel id={row.id} guest={guest} owns={holdings.length > 0} />
          <LeftoversPanel row={row} leftovers={leftovers} />
        </>
      }
      side={
        <>
          <AllowlistPanel allowedBy={allowedBy} holdings={holdings} />
          {unread === null && <AdvicePanel holdings={holdings} />}
          <SubaccountsPanel subaccounts={subaccounts} />
          <UsesPanel used={{ ga: row.id }} all={paths.operators('clusters', { q: `ga:${row.id}` })} />
        </>
      }
    />
  )
}

const ALLOWED_LABELS = {
  name: 'allowed (on the allowlist)',
  everybody: 'allowed (for all global accounts)',
} as const

/** Whether the global account may own multiple accounts, and the resulting limits. */
function AllowlistPanel({ allowedBy, holdings }: Pick<GlobalAccountDetail, 'allowedBy' | 'holdings'>) {
  const limits = new Map(
    holdings.flatMap(({ limit }) => (limit?.setting ? [[limit.setting, limit.value] as const] : [])),
  )
  return (
    <Panel title="Allowlist and limits" aside={<TextLink href={paths.allowlist()}>Allowlist</TextLink>}>
      <Facts>
        <Fact name="Multiple accounts">
          {allowedBy === null ? 'not allowed: one account per pool, no limit' : ALLOWED_LABELS[allowedBy]}
        </Fact>
        {[...limits].map(([setting, value]) => (
          <Fact key={setting} name={<span className={text.mono}>{setting}</span>}>
            {formatPlural(value, 'cluster')} on each account
          </Fact>
        ))}
      </Facts>
    </Panel>
  )
}

/** Accounts that could return to their pools; renders nothing when none could. */
function AdvicePanel({ holdings }: { readonly holdings: readonly Holding[] }) {
  const advice = holdings.flatMap(holding => {
    const found = findConsolidation(holding)
    return found && (holding.accounts.length > 1 || found.emptied.length > 0) ? [{ holding, found }] : []
  })
  if (advice.length === 0) return null
  return (
    <Panel title="Consolidation">
      {advice.map(({ holding, found }) => (
        <Advice key={holding.key} holding={holding} found={found} />
      ))}
      {advice.some(({ found }) => found.moves > 0) && (
        <p className={styles.note}>Moving a cluster means recreating it. HAP never moves clusters.</p>
      )}
    </Panel>
  )
}

function MovedOut({ binding, clusters }: { readonly binding: BindingRow | undefined; readonly clusters: number }) {
  const q = binding ? clustersOnTerms(accountKey(binding.account)) : null
  return (
    <>
      <ClusterCount count={clusters} q={q} /> out
    </>
  )
}

function Advice({ holding, found }: { readonly holding: Holding; readonly found: Consolidation }) {
  const { emptied, into } = found
  const bindingOf = (account: string) =>
    holding.accounts.find(({ row, returns }) => returns && accountKey(row.account) === account)?.row
  return (
    <>
      <p className={styles.advice}>
        <span className={text.strong}>{poolName(holding.pool)}</span>: {formatAdvice(found)}
      </p>
      {emptied.length > 0 && (
        <LineList label={`Accounts of ${poolName(holding.pool)} that could return to the pool`}>
          {emptied.map(({ name, clusters }) => {
            const binding = bindingOf(name)
            return (
              <Line key={name} end={clusters === 0 ? 'empty' : <MovedOut binding={binding} clusters={clusters} />}>
                {binding && <BindingLink binding={binding} withKind />}
              </Line>
            )
          })}
          {into.map(({ account: { name }, clusters }) => {
            const binding = bindingOf(name)
            return (
              <Line key={name} end={`${formatCount(clusters)} in`}>
                {binding && <BindingLink binding={binding} withKind />}
              </Line>
            )
          })}
        </LineList>
      )}
    </>
  )
}

/** Describes a consolidation as a sentence. */
export function formatAdvice({ emptied, moves }: Consolidation): string {
  const accounts = formatPlural(emptied.length, 'account')
  if (emptied.length === 0) return 'no account can be vacated; the others lack room for its clusters.'
  if (moves === 0) return `${accounts} without clusters could return to the pool immediately.`
  return `${accounts} could return to the pool if ${formatPlural(moves, 'cluster')} moved to other accounts.`
}

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
function GuestPanel({ id, guest, owns }: GuestPanelProps) {
  if (guest.length === 0 && owns) return null
  const clusters = guest.reduce((sum, { own }) => sum + own, 0)
  return (
    <Panel
      title="Clusters on other accounts"
      aside={guest.length > 0 && <ClusterCount count={clusters} q={clustersTerms(guest, id)} />}
    >
      {guest.length === 0 ? (
        <NoneOf what={['bindings', 'shoots']}>No accounts of its own and no clusters on known accounts.</NoneOf>
      ) : (
        <LineList label="Clusters on other accounts">
          {guest.map(({ row, own, q }) => (
            <Line
              key={row.key}
              end={
                <>
                  <ClusterCount count={own} q={q} /> of{' '}
                  <CountLink
                    count={row.clusters}
                    href={clustersOfAccount(row)}
                    noun="cluster"
                    detail={`on the account of ${row.name}`}
                  />
                </>
              }
            >
              <BindingLink binding={row} withKind /> {row.pool && poolName(row.pool)}{' '}
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
function LeftoversPanel({ row: { givenBack }, leftovers }: Pick<GlobalAccountDetail, 'row' | 'leftovers'>) {
  if (leftovers.length === 0) return null
  const count = countAccounts(leftovers)
  const label = formatPlural(count, 'account')
  // The search selects only released accounts, so the link needs all leftovers to be released.
  const found = leftovers.every(({ state }) => isReleasedState(state)) && count === givenBack.count
  return (
    <Panel
      title="Other accounts with its label"
      aside={found ? <CellLink href={paths.bindings({ q: givenBack.q })}>{label}</CellLink> : label}
    >
      <LineList label="Other accounts with its label">
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
              <BindingLink binding={row} withKind />
              <span className={text.muted}>{row.pool ? poolName(row.pool) : 'no hyperscaler type'}</span>
            </span>
          </Line>
        ))}
      </LineList>
    </Panel>
  )
}
