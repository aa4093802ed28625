import { useObserveModeReason } from '#app/(console)/observe-mode.tsx'
import { findNamesakes, UserName } from '#components/hap/user-name.tsx'
import { Button } from '#components/ui/button.tsx'
import { TextLink } from '#components/ui/links.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import { type Role, roleDisabledReason } from '#lib/auth/roles.ts'
import { ACTION_LABELS } from '#lib/hap/actions/action.ts'
import type { ApprovalView } from '#lib/services/approvals/approval.ts'
import type { ApprovalState } from '#lib/store/approval-state.ts'
import {
  type DecidedVerb,
  decisionRefusal,
  formatProposal,
  formatState,
  namedProposer,
  targetPath,
} from './approval-labels.ts'
import styles from './approvals.module.css'

interface ApprovalTableProps {
  readonly approvals: readonly ApprovalView[]
  readonly role: Role
  readonly onDecide: (verb: DecidedVerb, approval: ApprovalView) => void
}

const COLUMNS = [
  { header: 'Proposal', width: 240 },
  { header: 'Reason' },
  { header: 'State' },
  { header: 'Decide', width: 232 },
]

const VERBS = [
  ['approve', 'Approve'],
  ['refuse', 'Refuse'],
  ['withdraw', 'Withdraw'],
] as const

/** Waiting proposals with action, targets, proposer, reason and the buttons that decide. */
export function ApprovalTable({ approvals, role, onDecide }: ApprovalTableProps) {
  const namesakes = findNamesakes(approvals.map(namedProposer))
  const observeModeReason = useObserveModeReason()
  return (
    <SmallTable label="Waiting proposals" columns={COLUMNS} folding>
      {approvals.map(approval => (
        <tr key={approval.id}>
          <th scope="row" data-wrap>
            <What approval={approval} />
          </th>
          <td data-fold="line" data-wrap>
            {approval.danger} <span className={text.muted}>{approval.reason}</span>
            {approval.ticket !== null && <span className={text.muted}> ({approval.ticket})</span>}
          </td>
          <td data-fold="line" data-wrap>
            <ApprovalStateTag state={approval.state} />{' '}
            <span className={text.muted}>
              proposed by <UserName user={namedProposer(approval)} showsSubject={namesakes.has(approval.proposer)} />,{' '}
              <RelativeTime at={approval.createdAt} steady />
            </span>
            <div className={text.muted}>
              expires <RelativeTime at={approval.expiresAt} />
            </div>
            {approval.outcome !== null && formatState(approval)}
          </td>
          <td data-fold="end">
            <div className={styles.buttons}>
              {VERBS.filter(([verb]) => (verb === 'withdraw') === approval.own || verb === 'approve').map(
                ([verb, name]) => (
                  <Button
                    key={verb}
                    size="small"
                    look={verb === 'approve' ? 'danger-quiet' : 'default'}
                    disabledReason={
                      observeModeReason ??
                      roleDisabledReason(role, ACTION_LABELS[approval.action].role) ??
                      decisionRefusal(verb, approval)
                    }
                    aria-label={`${name}: ${formatProposal(approval)}`}
                    onClick={() => onDecide(verb, approval)}
                  >
                    {name}
                  </Button>
                ),
              )}
            </div>
          </td>
        </tr>
      ))}
    </SmallTable>
  )
}

function What({ approval }: { readonly approval: ApprovalView }) {
  const page = targetPath(approval)
  return page === null ? formatProposal(approval) : <TextLink href={page}>{formatProposal(approval)}</TextLink>
}

const TONES: Partial<Readonly<Record<ApprovalState, 'ok' | 'warn' | 'danger' | 'info'>>> = {
  waiting: 'warn',
  running: 'info',
  done: 'ok',
  failed: 'danger',
  unknown: 'danger',
  stale: 'warn',
}

/** State of a proposal as a tag. */
export function ApprovalStateTag({ state }: { readonly state: ApprovalState }) {
  const tone = TONES[state]
  return tone === undefined ? <Tag>{state}</Tag> : <Tag tone={tone}>{state}</Tag>
}
