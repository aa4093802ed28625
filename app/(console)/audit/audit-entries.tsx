'use client'

import type { AuditNewsView } from '#app/data/audit-queries.ts'
import type { Column, Sort } from '#components/data-table/column.ts'
import { DataTable } from '#components/data-table/data-table.tsx'
import { ListFooter, type ListFooterProps } from '#components/data-table/list-footer.tsx'
import { AuditTarget } from '#components/hap/audit-target.tsx'
import { OutcomeTag } from '#components/hap/outcome-tag.tsx'
import { UserName } from '#components/hap/user-name.tsx'
import { Button } from '#components/ui/button.tsx'
import { useTimeText } from '#components/ui/clock.tsx'
import { cx } from '#components/ui/cx.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Icon, type IconName } from '#components/ui/icon.tsx'
import { CellLink, TextLink } from '#components/ui/links.tsx'
import { LiveText } from '#components/ui/live-region.tsx'
import { Strip } from '#components/ui/message.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { Badge } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import { VisuallyHidden } from '#components/ui/visually-hidden.tsx'
import { actionVerb, parseTarget } from '#lib/hap/audit/target.ts'
import { paths } from '#lib/paths.ts'
import type { AuditRow } from '#lib/queries/audit/audit-list.ts'
import type { AuditPage } from '#lib/queries/audit/list-audit.ts'
import type { SearchField } from '#lib/search/field.ts'
import type { ChainStatus } from '#lib/services/audit/chain-check.ts'
import { formatCount, formatDuration, formatPlural } from '#lib/util/format.ts'
import { formatHits, isCounted } from '../list-labels.ts'
import { ListPage } from '../list-page.tsx'
import { NoHits } from '../no-hits.tsx'
import { useListSearch } from '../use-list.ts'
import styles from './audit.module.css'
import { MainTarget } from './main-target.tsx'
import { AUDIT_LABELS, noExportReason, type OpenedAudit, useAuditRows } from './use-audit-rows.ts'

interface AuditListProps {
  readonly fields: readonly SearchField[]
  /** Null when the database was unavailable. */
  readonly opened: OpenedAudit | null
}

const DEFAULT_SORT = { id: 'at', desc: true } as const

/** Accepted and refused actions. */
export function AuditList({ fields, opened }: AuditListProps) {
  const list = useListSearch(AUDIT_COLUMNS)
  const rows = useAuditRows(list.search, opened)
  const { source, answer, behind, news, listKey, showNewer } = rows
  const sort = list.sort ?? DEFAULT_SORT
  const state = { labels: AUDIT_LABELS, fields, list }
  return (
    <ListPage
      {...state}
      rows={rows}
      exportDisabledReason={noExportReason(answer)}
      upTo={answer?.upTo}
      badge={news && <ChainBadge chain={news.chain} />}
      totals={news && <AuditStrips news={news} onShowNewer={showNewer} />}
    >
      {answer?.of === 0 ? (
        <EmptyState reason="empty" title="No actions yet">
          Every change is recorded here before it is applied, including refused attempts.
        </EmptyState>
      ) : answer?.hits === 0 ? (
        <NoHits {...state} of={answer.of} behind={behind} />
      ) : (
        <DataTable
          label="Actions"
          columns={list.columns.shown}
          source={source}
          sort={sort}
          onSort={list.setSort}
          busy={behind || answer === null}
          resetKey={listKey}
          footer={lines => <AuditFooter lines={lines} first={answer} sort={sort} columns={list.columns} />}
        />
      )}
    </ListPage>
  )
}

interface AuditFooterProps extends Pick<ListFooterProps, 'columns'> {
  readonly lines: { readonly first: number; readonly last: number }
  readonly first: AuditPage | null
  readonly sort: Sort
}

/** Summary of the visible rows. */
function AuditFooter({ lines, first, sort, ...tools }: AuditFooterProps) {
  if (first === null) return <ListFooter summary={null} {...tools} />
  // Placeholder rows after the loaded ones represent further actions, so an exact count caps the
  // last row.
  const last = isCounted(AUDIT_LABELS, first) ? Math.min(lines.last, first.hits ?? lines.last) : lines.last
  const summary = `${formatCount(lines.first)}–${formatCount(last)} of ${formatHits(AUDIT_LABELS, first)} actions, ${sort.desc ? 'newest' : 'oldest'} first`
  return <ListFooter summary={summary} {...tools} />
}

interface AuditStripsProps {
  readonly news: AuditNewsView
  readonly onShowNewer: () => void
}

/** Strips above the log: a broken hash chain, actions with an unknown outcome, newer actions. */
export function AuditStrips({ news: { chain, newer, unknown }, onShowNewer }: AuditStripsProps) {
  return (
    <>
      {chain.state === 'broken' && (
        <Strip tone="danger" action={<TextLink href={paths.auditEntry(chain.seq)}>Entry {chain.seq}</TextLink>}>
          The hash chain is broken from entry {chain.seq} on. {chain.problem} Compare the log with a dump, or with an
          entry recorded elsewhere: <code className={text.mono}>hap audit verify --expect NUMBER:HASH</code>
        </Strip>
      )}
      {unknown > 0 && (
        <Strip
          tone="warn"
          action={<TextLink href={paths.audit({ q: 'outcome:unknown' })}>{formatPlural(unknown, 'action')}</TextLink>}
        >
          The outcome of some actions is unknown: the console stopped or lost its connection while they ran. The console
          checks the bindings and records the result.
        </Strip>
      )}
      {newer > 0 && (
        <Strip
          tone="info"
          action={
            <Button size="small" onClick={onShowNewer}>
              Show
            </Button>
          }
        >
          <LiveText>{formatPlural(newer, 'newer action')}</LiveText>
        </Strip>
      )}
    </>
  )
}

/** Status of the hash chain over all entries. */
function ChainBadge({ chain }: { readonly chain: ChainStatus }) {
  const details = useTimeText(now => detailsOf(chain, now))
  const { icon, label, look } = LOOKS[chain.state]
  return (
    <span data-tip={details}>
      <Badge className={look}>
        <Icon name={icon} size={12} />
        {label}
        {chain.state === 'broken' && ` at entry ${chain.seq}`}
      </Badge>
      <VisuallyHidden>{details}</VisuallyHidden>
    </span>
  )
}

const LOOKS: Readonly<
  Record<ChainStatus['state'], { readonly icon: IconName; readonly label: string; readonly look: string | undefined }>
> = {
  checking: { icon: 'clock', label: 'Checking the chain', look: undefined },
  verified: { icon: 'ok', label: 'Chain verified', look: styles.verified },
  broken: { icon: 'error', label: 'Chain broken', look: styles.broken },
  unreadable: { icon: 'unreachable', label: 'Chain not checked', look: undefined },
}

function detailsOf(chain: ChainStatus, now: number): string {
  switch (chain.state) {
    case 'checking':
      return 'Each entry carries the hash of the one before it; the hashes are being recomputed.'
    case 'verified': {
      const ago = formatDuration(now - Date.parse(chain.checkedAt))
      return `All ${formatCount(Number(chain.entries))} entries match their hashes; checked ${ago} ago.`
    }
    case 'broken':
      return chain.problem
    default:
      return chain.message
  }
}

/** Columns of the audit log. Only its time is sortable. */
export const AUDIT_COLUMNS: readonly Column<AuditRow>[] = [
  { id: 'action', header: 'Action', width: 152, grows: true, cell: row => <Action row={row} /> },
  {
    id: 'outcome',
    header: 'Outcome',
    width: 96,
    narrow: 'aside',
    cell: ({ outcome, detail }) => <OutcomeTag outcome={outcome} detail={detail} />,
  },
  { id: 'target', header: 'Target', width: 216, grows: true, narrow: 'line', cell: row => <MainTarget row={row} /> },
  { id: 'tenant', header: 'Global account', width: 132, priority: 3, cell: row => <Tenant row={row} /> },
  { id: 'reason', header: 'Reason', minWidth: 184, narrow: 'line', cell: row => <Reason row={row} /> },
  { id: 'ticket', header: 'Ticket', width: 120, extra: true, cell: ({ ticket }) => ticket },
  {
    id: 'changes',
    header: 'Change',
    tip: 'Result, or the plan if the action was not done',
    width: 180,
    grows: true,
    priority: 4,
    cell: row => <Change row={row} />,
  },
  {
    id: 'actor',
    header: 'By',
    width: 136,
    grows: true,
    priority: 2,
    narrow: 'line',
    narrowLabel: true,
    cell: row => <By row={row} />,
  },
  { id: 'role', header: 'Role', width: 84, extra: true, cell: ({ role }) => role },
  { id: 'entry', header: 'Entry', width: 80, align: 'end', extra: true, cell: ({ seq }) => seq },
  {
    id: 'at',
    header: 'When',
    width: 112,
    align: 'end',
    narrow: 'line',
    sort: 'desc',
    cell: ({ at }) => <RelativeTime at={at} />,
  },
]

function Action({ row: { seq, action } }: { readonly row: AuditRow }) {
  return (
    <CellLink href={paths.auditEntry(seq)} className={text.strong}>
      {actionVerb(action)}
    </CellLink>
  )
}

function Tenant({ row: { targets } }: { readonly row: AuditRow }) {
  const target = targets.find(key => parseTarget(key).kind === 'global-account')
  return target !== undefined && <AuditTarget target={target} />
}

/** The reason, followed by the recorded detail of an action that was not accepted. */
function Reason({ row: { reason, detail, outcome } }: { readonly row: AuditRow }) {
  const detailText = reason === null || outcome !== 'accepted' ? detail : null
  const parts = [reason, detailText].filter(each => each !== null)
  if (parts.length === 0) return null
  return (
    <span data-tip={parts.join(' — ')}>
      {reason}
      {detailText !== null && (
        <span className={text.muted}>
          {reason !== null && ' — '}
          {detailText}
        </span>
      )}
    </span>
  )
}

function Change({ row: { change, outcome } }: { readonly row: AuditRow }) {
  if (change === null) return null
  return (
    <span className={cx(outcome !== 'accepted' && text.faint)} data-tip={change}>
      {change}
    </span>
  )
}

function By({ row: { actor, role, actorIssuer, actorSubject } }: { readonly row: AuditRow }) {
  return <UserName user={{ name: actor, role, issuer: actorIssuer, subject: actorSubject }} />
}
