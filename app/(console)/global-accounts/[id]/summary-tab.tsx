import { useQuery } from '@tanstack/react-query'
import { globalAccountQueueQuery } from '#app/data/queue-queries.ts'
import { DetailColumns } from '#components/shell/detail-columns.tsx'
import { Message } from '#components/ui/message.tsx'
import { paths } from '#lib/paths.ts'
import type { GlobalAccountDetail } from '#lib/queries/global-accounts/global-account-detail.ts'
import { UsesPanel } from '../../operators/uses/uses-panel.tsx'
import { Waiting } from '../../queue/waiting.tsx'
import { useUnread } from '../../use-unread.ts'
import { AdvicePanel } from './advice-panel.tsx'
import { AllowlistPanel } from './allowlist-panel.tsx'
import { GuestPanel } from './guest-panel.tsx'
import { HoldingPanel } from './holding-panel.tsx'
import { LeftoversPanel } from './leftovers-panel.tsx'
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
