import type { Column } from '#components/data-table/column.ts'
import { UserName } from '#components/hap/user-name.tsx'
import { cx } from '#components/ui/cx.ts'
import { CellLink } from '#components/ui/links.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import text from '#components/ui/text.module.css'
import type { ApprovalView } from '#lib/services/approvals/approval.ts'
import { formatCount } from '#lib/util/format.ts'
import { formatProposal, formatState, namedDecider, namedProposer, targetPath } from './approval-labels.ts'
import { ApprovalStateTag } from './approval-table.tsx'

/** Columns of the decided proposals. Their ids are the sort keys of the API. */
export const APPROVAL_COLUMNS: readonly Column<ApprovalView>[] = [
  {
    id: 'proposal',
    header: 'Proposal',
    width: 264,
    grows: true,
    sort: 'asc',
    cell: approval => <Proposal approval={approval} />,
  },
  {
    id: 'state',
    header: 'State',
    width: 100,
    narrow: 'aside',
    sort: 'asc',
    cell: ({ state }) => <ApprovalStateTag state={state} />,
  },
  {
    id: 'outcome',
    header: 'Result',
    minWidth: 208,
    narrow: 'line',
    cell: approval => <TruncatedText value={formatState(approval)} />,
  },
  {
    id: 'reason',
    header: 'Reason',
    width: 176,
    grows: true,
    priority: 3,
    narrow: 'line',
    cell: ({ reason }) => <TruncatedText value={reason} muted />,
  },
  { id: 'ticket', header: 'Ticket', width: 120, extra: true, sort: 'asc', cell: ({ ticket }) => ticket },
  {
    id: 'danger',
    header: 'Danger',
    width: 208,
    extra: true,
    cell: ({ danger }) => <TruncatedText value={danger} muted />,
  },
  {
    id: 'bindings',
    header: 'Bindings',
    width: 84,
    align: 'end',
    extra: true,
    sort: 'desc',
    cell: ({ count }) => formatCount(count),
  },
  {
    id: 'proposer',
    header: 'By',
    width: 132,
    priority: 2,
    narrow: 'line',
    narrowLabel: true,
    sort: 'asc',
    cell: approval => <UserName user={namedProposer(approval)} />,
  },
  {
    id: 'proposed',
    header: 'Proposed',
    width: 104,
    align: 'end',
    narrow: 'line',
    sort: 'desc',
    cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
  },
  {
    id: 'decider',
    header: 'Decided by',
    width: 132,
    extra: true,
    sort: 'asc',
    cell: approval => <Decider approval={approval} />,
  },
  {
    id: 'decided',
    header: 'Decided',
    width: 104,
    align: 'end',
    extra: true,
    sort: 'desc',
    cell: ({ decidedAt }) => decidedAt !== null && <RelativeTime at={decidedAt} />,
  },
]

function Proposal({ approval }: { readonly approval: ApprovalView }) {
  const page = targetPath(approval)
  if (page === null) return <span className={text.strong}>{formatProposal(approval)}</span>
  return (
    <CellLink href={page} className={text.strong}>
      {formatProposal(approval)}
    </CellLink>
  )
}

function Decider({ approval }: { readonly approval: ApprovalView }) {
  const decider = namedDecider(approval)
  return decider !== null && <UserName user={decider} />
}

function TruncatedText({ value, muted = false }: { readonly value: string; readonly muted?: boolean }) {
  return (
    <span className={cx(muted && text.muted)} data-tip={value}>
      {value}
    </span>
  )
}
