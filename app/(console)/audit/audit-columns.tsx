import type { Column } from '#components/data-table/column.ts'
import { AuditTarget } from '#components/hap/audit-target.tsx'
import { OutcomeTag } from '#components/hap/outcome-tag.tsx'
import { CellLink } from '#components/ui/cell-link.tsx'
import { cx } from '#components/ui/cx.ts'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import text from '#components/ui/text.module.css'
import { actionVerb, parseTarget } from '#lib/hap/audit/target.ts'
import { paths } from '#lib/paths.ts'
import type { AuditRow } from '#lib/queries/audit/audit-list.ts'
import { MainTarget } from './main-target.tsx'

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
    tip: 'What it came to; for an action that was not done, what was planned',
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

function By({ row: { actor, role } }: { readonly row: AuditRow }) {
  return <span data-tip={role === null ? actor : `${actor}, ${role}`}>{actor}</span>
}
