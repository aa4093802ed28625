import { Button } from '#components/ui/button.tsx'
import { RelativeTime } from '#components/ui/relative-time.tsx'
import { SmallTable } from '#components/ui/small-table.tsx'
import { Tag } from '#components/ui/tag.tsx'
import text from '#components/ui/text.module.css'
import { TextLink } from '#components/ui/text-link.tsx'
import { type Role, roleObstacle } from '#lib/auth/roles.ts'
import { ACTION_WORDS } from '#lib/hap/actions/action.ts'
import { parseTarget } from '#lib/hap/audit/target.ts'
import { paths } from '#lib/paths.ts'
import type { ApprovalState, ApprovalView } from '#lib/services/approvals/approval-row.ts'
import { type DecidedVerb, decisionObstacle, stateSentence, whatOf } from './approval-words.ts'
import styles from './approvals.module.css'

interface ApprovalTableProps {
  readonly label: string
  readonly approvals: readonly ApprovalView[]
  readonly role: Role
  /** Null where nothing is left to decide. */
  readonly onDecide: ((verb: DecidedVerb, approval: ApprovalView) => void) | null
}

const COLUMNS = [{ header: 'Proposal', width: 240 }, { header: 'Why' }, { header: 'State' }]
const DECIDE = { header: 'Decide', width: 232 }

const VERBS = [
  ['approve', 'Approve'],
  ['refuse', 'Refuse'],
  ['withdraw', 'Withdraw'],
] as const

const TONES: Partial<Readonly<Record<ApprovalState, 'ok' | 'warn' | 'danger' | 'info'>>> = {
  waiting: 'warn',
  running: 'info',
  done: 'ok',
  failed: 'danger',
  unknown: 'danger',
  stale: 'warn',
}

/** Proposals: what is to be done to what, who wants it and why, and how it stands. */
export function ApprovalTable({ label, approvals, role, onDecide }: ApprovalTableProps) {
  return (
    <SmallTable label={label} columns={onDecide ? [...COLUMNS, DECIDE] : COLUMNS} folding>
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
            <State state={approval.state} />{' '}
            <span className={text.muted}>
              proposed <RelativeTime at={approval.createdAt} /> by {approval.proposer}
              {approval.state === 'waiting' && (
                <>
                  , expires <RelativeTime at={approval.expiresAt} />
                </>
              )}
              .
            </span>{' '}
            {(approval.state !== 'waiting' || approval.outcome !== null) && stateSentence(approval)}
          </td>
          {onDecide && (
            <td data-fold="end">
              <div className={styles.buttons}>
                {VERBS.filter(([verb]) => (verb === 'withdraw') === approval.own || verb === 'approve').map(
                  ([verb, name]) => (
                    <Button
                      key={verb}
                      size="small"
                      look={verb === 'approve' ? 'danger-quiet' : 'default'}
                      disabledReason={
                        roleObstacle(role, ACTION_WORDS[approval.action].role) ?? decisionObstacle(verb, approval)
                      }
                      aria-label={`${name}: ${whatOf(approval)}`}
                      onClick={() => onDecide(verb, approval)}
                    >
                      {name}
                    </Button>
                  ),
                )}
              </div>
            </td>
          )}
        </tr>
      ))}
    </SmallTable>
  )
}

function What({ approval }: { readonly approval: ApprovalView }) {
  const { bulk, jobId, targets } = approval
  const [first = ''] = targets
  const target = parseTarget(first)
  if (jobId !== null) return <TextLink href={paths.job(jobId)}>{whatOf(approval)}</TextLink>
  if (bulk || target.kind !== 'binding') return whatOf(approval)
  return <TextLink href={paths.binding(target.binding)}>{whatOf(approval)}</TextLink>
}

function State({ state }: { readonly state: ApprovalState }) {
  const tone = TONES[state]
  return tone === undefined ? <Tag>{state}</Tag> : <Tag tone={tone}>{state}</Tag>
}
