import { STATE_NAMES, StateText } from '#components/hap/binding-state.tsx'
import { Meter } from '#components/hap/meter.tsx'
import { TenantId } from '#components/hap/tenant-id.tsx'
import { CellLink } from '#components/ui/cell-link.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Day, RelativeTime } from '#components/ui/relative-time.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import { MAX_CLEANING_FAILURES } from '#lib/hap/lifecycle/cleaning.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import { formatCount } from '#lib/util/format.ts'
import { clustersOfAccount, reservedOfAccount } from '../../../shoots/shoot-links.ts'
import { IfRead } from '../../../unread-sources.tsx'

/** Account of a binding: state, owner and utilization. */
export function AccountPanel({ detail }: { readonly detail: BindingDetail }) {
  const { row, providers, deletedAt, condition } = detail
  const account = `${row.account.namespace}/${row.account.name}`
  return (
    <Panel title="Account">
      <Facts>
        <Fact name="State">
          <StateText state={row.state} />
          <span className={text.muted}>
            {stateMeaning(detail)}
            {row.since !== null && (
              <>
                ; in this state {row.sinceIsFirstLook && 'at least '}since <Day at={row.since} />
              </>
            )}
          </span>
        </Fact>
        <Fact name="Global account">
          {row.tenant === '' ? <span className={text.faint}>empty</span> : <TenantId id={row.tenant} show="full" />}
        </Fact>
        <Fact name="Account">
          <span className={text.mono}>{account}</span>
          <Tag>{row.account.kind}</Tag>
          <CopyButton text={account} what="account" />
        </Fact>
        {condition && (
          <Fact name="Refused by Gardener">
            {condition.reason}
            <span className={text.muted}>
              since <RelativeTime at={condition.since} />, checked <RelativeTime at={condition.checkedAt} />
            </span>
          </Fact>
        )}
        <Fact name="Clusters">
          <IfRead what="shoots">
            <Clusters detail={detail} />
          </IfRead>
        </Fact>
        <Fact name="Provider">
          {providers.length > 0 ? providers.join(', ') : <span className={text.faint}>—</span>}
        </Fact>
        <Fact name="Created">
          <RelativeTime at={row.createdAt} />
          <span className={text.muted}>
            <Day at={row.createdAt} />
          </span>
        </Fact>
        {deletedAt !== null && (
          <Fact name="Being deleted">
            <RelativeTime at={deletedAt} />
            <span className={text.muted}>waiting for its finalizers</span>
          </Fact>
        )}
      </Facts>
    </Panel>
  )
}

/** Warnings about a free account that make it unusable for claims. */
const NOT_CLAIMABLE: ReadonlySet<string> = new Set(['unwritable', 'provider-mismatch', 'restored', 'free-used'])

function stateMeaning({ row, reached, cleaning, warnings }: BindingDetail): string {
  if (row.state === 'free' && warnings.some(({ code }) => NOT_CLAIMABLE.has(code)))
    return 'not owned, cannot be claimed'
  if (row.state === 'free' && !reached) return 'but no rule leads to its pool'
  const gaveUp = row.state === 'quarantined' && (cleaning?.row.failures ?? 0) >= MAX_CLEANING_FAILURES
  return gaveUp ? 'cleaning failed three times' : STATE_NAMES[row.state].meaning
}

function Clusters({ detail: { row, limitSetting } }: { readonly detail: BindingDetail }) {
  const { clusters, reserved, limit } = row
  const count = <CellLink href={clustersOfAccount(row)}>{formatCount(clusters)}</CellLink>
  const notThere = reserved > 0 && (
    <span className={text.muted}>
      <CellLink href={reservedOfAccount(row.account)}>{formatCount(reserved)} reserved</CellLink>, no shoot yet
    </span>
  )
  if (limit === null) {
    return (
      <>
        {count} {notThere}
      </>
    )
  }
  return (
    <>
      <Meter value={clusters} limit={limit} unit="clusters" />
      {count} of {formatCount(limit)}
      {limitSetting !== null && <span className={text.faint}>from {limitSetting}</span>}
      {notThere}
    </>
  )
}
