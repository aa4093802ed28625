import { useQuery } from '@tanstack/react-query'
import { globalAccountQueueQuery } from '#app/data/claim-queries.ts'
import { DetailColumns } from '#components/shell/detail-columns.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Message } from '#components/ui/message.tsx'
import { Panel } from '#components/ui/panel.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { paths } from '#lib/paths.ts'
import type { GlobalAccountDetail } from '#lib/queries/global-accounts/global-account-detail.ts'
import { formatPlural } from '#lib/util/format.ts'
import { UsesPanel } from '../../operators/uses/uses-panel.tsx'
import { useUnread } from '../../unread-sources.tsx'
import { Waiting } from '../../waiting-panel.tsx'
import { AdvicePanel } from './advice-panel.tsx'
import { HoldingPanel } from './holding-panel.tsx'
import { GuestPanel, LeftoversPanel } from './other-accounts-panels.tsx'
import { SubaccountsPanel } from './subaccounts-panel.tsx'

/**
 * Accounts by pool with their remaining capacity, then bindings, clusters and claims outside of
 * them.
 */
export function SummaryTab({ detail }: { readonly detail: GlobalAccountDetail }) {
  const { row, holdings, leftovers, guest, subaccounts, allowedBy } = detail
  const unread = useUnread('bindings', 'shoots')
  const queue = useQuery(globalAccountQueueQuery(row.id))
  return (
    <DetailColumns
      main={
        <>
          {row.several.length > 0 && (
            <Message tone="warn">
              It owns several accounts of one pool and is not on the allowlist: all new clusters go to the first of them
              by name.
            </Message>
          )}
          <Waiting query={queue} about="global-account" />
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
  name: 'yes, it is on the allowlist',
  everybody: 'yes, allowed for everybody',
} as const

/** Whether the global account may own several accounts, and the resulting limits. */
function AllowlistPanel({ allowedBy, holdings }: Pick<GlobalAccountDetail, 'allowedBy' | 'holdings'>) {
  const limits = new Map(
    holdings.flatMap(({ limit }) => (limit?.setting ? [[limit.setting, limit.value] as const] : [])),
  )
  return (
    <Panel title="Allowlist and limits" aside={<TextLink href={paths.allowlist()}>Allowlist</TextLink>}>
      <Facts>
        <Fact name="Several accounts">
          {allowedBy === null ? 'no: one account per pool, without a limit' : ALLOWED_LABELS[allowedBy]}
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
