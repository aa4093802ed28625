import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { bindingTimelineQuery } from '#app/data/binding-queries.ts'
import { BindingLink, KindTag } from '#components/hap/binding-link.tsx'
import { STATE_NAMES, StateText } from '#components/hap/binding-state.tsx'
import { Meter } from '#components/hap/meter.tsx'
import { TenantId } from '#components/hap/tenant-id.tsx'
import { DetailColumns } from '#components/shell/page-head.tsx'
import { CommandLine } from '#components/ui/command-line.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Fact, Facts } from '#components/ui/facts.tsx'
import { Line, LineList } from '#components/ui/line-list.tsx'
import { CellLink, TextLink } from '#components/ui/links.tsx'
import { Message } from '#components/ui/message.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Day, RelativeTime } from '#components/ui/relative-time.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import { MAX_CLEANING_FAILURES } from '#lib/hap/lifecycle/cleaning.ts'
import { paths } from '#lib/paths.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import type { BindingRow } from '#lib/queries/bindings/binding-list.ts'
import { formatCount } from '#lib/util/format.ts'
import { UsesPanel } from '../../../operators/uses/uses-panel.tsx'
import { clustersOfAccount, failingShootsOfAccount, reservedOfAccount } from '../../../shoots/shoot-links.ts'
import { IfRead } from '../../../unread-sources.tsx'
import styles from './binding.module.css'
import { CleaningPanel } from './cleaning-panel.tsx'
import { AnnotationsPanel, findQuarantineAction, LabelsPanel } from './labels-panel.tsx'
import { ShootsPanel } from './shoots-panel.tsx'

interface SummaryTabProps {
  readonly detail: BindingDetail
}

/** Warnings first, then the account, its clusters and its labels. */
export function SummaryTab({ detail }: SummaryTabProps) {
  return (
    <DetailColumns
      main={
        <>
          <Warnings detail={detail} />
          <AccountPanel detail={detail} />
          {detail.cleaning && <CleaningPanel cleaning={detail.cleaning} />}
          <ShootsPanel detail={detail} />
          <LabelsPanel labels={detail.labels} />
        </>
      }
      side={
        <>
          <AnnotationsPanel detail={detail} />
          <OthersPanel others={detail.others} />
          <UsesPanel
            used={{ kind: detail.row.kind, name: detail.row.name }}
            all={paths.operators('clusters', { q: `account:${detail.row.name}` })}
          />
        </>
      }
    />
  )
}

/** Other bindings of the same account; renders nothing in the regular case of one binding. */
function OthersPanel({ others }: Pick<BindingDetail, 'others'>) {
  if (others.length === 0) return null
  return (
    <Panel id="others" title="Other bindings of this account" aside={formatCount(others.length)}>
      <LineList label="Other bindings of this account">
        {others.map(({ kind, name, row }) => (
          <Line key={`${kind} ${name}`} end={row ? <StateText state={row.state} /> : 'no HAP labels'}>
            {row ? <BindingLink binding={row} /> : <span className={text.mono}>{name}</span>}
            <KindTag kind={kind} />
          </Line>
        ))}
      </LineList>
    </Panel>
  )
}

/** Account of a binding: state, owner and utilization. */
function AccountPanel({ detail }: { readonly detail: BindingDetail }) {
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
                ; since {row.sinceIsFirstLook && 'at least '}
                <Day at={row.since} />
              </>
            )}
            {row.state === 'held' && detail.hold && <HoldEnd until={detail.hold.until} />}
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
            <span className={text.muted}>waiting for finalizers</span>
          </Fact>
        )}
      </Facts>
    </Panel>
  )
}

function HoldEnd({ until }: { readonly until: string | null }) {
  if (until === null || Number.isNaN(Date.parse(until))) return '; until removed'
  return (
    <>
      ; until <Day at={until} />
    </>
  )
}

/** Warnings about a free account that make it unusable for claims. */
const NOT_CLAIMABLE: ReadonlySet<string> = new Set(['unwritable', 'provider-mismatch', 'restored', 'free-used'])

function stateMeaning({ row, reached, cleaning, warnings }: BindingDetail): string {
  if (row.state === 'free' && warnings.some(({ code }) => NOT_CLAIMABLE.has(code))) return 'free, but cannot be claimed'
  if (row.state === 'free' && !reached) return 'free, but no rule selects its pool'
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

/** Warnings that the labels of a repair end. */
const REPAIRABLE: ReadonlySet<string> = new Set(['malformed', 'migrated', 'unlabelled'])

/** Warnings about the binding, worst first. */
function Warnings({ detail: { row, warnings, others, repair, actions } }: { readonly detail: BindingDetail }) {
  return warnings.map(({ code, severity, title, detail }) => (
    <Message key={code} tone={severity}>
      <span className={text.strong}>
        {code === 'failing' ? <TextLink href={failingShootsOfAccount(row.account)}>{title}</TextLink> : title}
      </span>{' '}
      {code === 'shared-account' && <OtherBindingNames others={others} />}{' '}
      {code === 'stuck' && row.state === 'quarantined' && <QuarantinedBy row={row} />} {detail}
      {REPAIRABLE.has(code) && repair && <Repair repair={repair} hasAction={actions.length > 0} />}
    </Message>
  ))
}

function OtherBindingNames({ others }: Pick<BindingDetail, 'others'>) {
  return (
    <>
      {others.map((other, index) => (
        <Fragment key={`${other.kind} ${other.name}`}>
          {index > 0 && ', '}
          {other.row ? <BindingLink binding={other} /> : <span className={text.mono}>{other.name}</span>}
          {` (${other.kind})`}
        </Fragment>
      ))}
      {others.length === 1 ? ' refers to the same account.' : ' refer to the same account.'}
    </>
  )
}

interface RepairProps {
  readonly repair: NonNullable<BindingDetail['repair']>
  /**
   * Whether the page offers the action "Repair labels". Bindings that Gardener migrated have none.
   */
  readonly hasAction: boolean
}

/** The command that repairs the labels, and the resulting state. */
function Repair({ repair: { command, words }, hasAction }: RepairProps) {
  return (
    <div className={styles.repair}>
      {command !== null && <CommandLine text={command} what="repair command" />}
      <p>
        {words}
        {hasAction && ' “Repair labels” does this for you and records it in the audit log.'}
      </p>
    </div>
  )
}

/**
 * Author and reason of the quarantine, from the newest page of the timeline; renders nothing when
 * that does not contain it.
 */
function QuarantinedBy({ row: { kind, name } }: { readonly row: Pick<BindingRow, 'kind' | 'name'> }) {
  const { data } = useInfiniteQuery(bindingTimelineQuery(kind, name))
  const quarantine = findQuarantineAction(data?.pages[0]?.items ?? [])
  if (quarantine === null) return null
  const { actor, reason, seq } = quarantine
  return (
    <>
      Quarantined by <TextLink href={paths.auditEntry(seq)}>{actor}</TextLink>
      {reason === null ? '.' : `: “${reason}”.`}
    </>
  )
}
