import { checkingShoots } from '#app/(console)/checking-shoots.ts'
import { followAction } from '#app/data/follow-action.ts'
import { postJson } from '#app/data/post-json.ts'
import { serverNow } from '#components/ui/clock.ts'
import { Message } from '#components/ui/message.tsx'
import { signInObstacle } from '#lib/auth/sign-in-time.ts'
import { paths } from '#lib/paths.ts'
import type { ApprovalView } from '#lib/services/approvals/approval.ts'
import type { ProposalPreview } from '#lib/services/approvals/preview-approval.ts'
import { ActDialog } from '../operators/act/act-dialog.tsx'
import type { Person } from '../person.ts'
import { approveProposal } from './actions.ts'
import { bindingName, type DecidedVerb, whatOf } from './approval-words.ts'
import { ProposalView } from './proposal-view.tsx'
import { useProposalPlan } from './use-proposal-plan.ts'

interface DecideDialogProps {
  readonly verb: DecidedVerb
  readonly approval: ApprovalView
  readonly person: Person
  readonly signedInAt: number | null
  readonly onClose: () => void
  readonly onDecided: (now: ApprovalView) => void
}

const LABELS: Readonly<Record<DecidedVerb, string>> = { approve: 'Approve', refuse: 'Refuse', withdraw: 'Withdraw' }

/**
 * Decides on one proposal, with a reason. An approved action starts immediately, unless its target
 * changed.
 */
export function DecideDialog({ verb, approval, person, signedInAt, onClose, onDecided }: DecideDialogProps) {
  const { id, danger, consequence, proposer, reason, targets, count, bulk } = approval
  const label = LABELS[verb]
  const approves = verb === 'approve'
  const { plan, checking, checkAgain } = useProposalPlan(approval, approves)
  const foreseen = plan && consequenceOf(plan)
  return (
    <ActDialog
      id={`${verb} ${id}`}
      title={`${label}: ${whatOf(approval)}`}
      description={
        approves
          ? `It is done at once, in both your names. ${bulk ? 'Bindings' : 'A binding'} that changed since it was proposed ${bulk ? 'are' : 'is'} left alone.`
          : 'Nothing is written.'
      }
      verb={label}
      danger={approves}
      person={person}
      href={paths.approvals()}
      obstacle={null}
      unready={checking ? 'Checking the change.' : null}
      changed={null}
      onSeen={() => {}}
      typed={null}
      problem={approves ? signInObstacle(signedInAt, serverNow()) : null}
      act={async ({ reason, ticket }, report) => {
        if (approves) {
          const steps = await approveProposal(id, { reason, ticket })
            .then(steps => followAction(steps, shoots => report(shoots === null ? null : checkingShoots(shoots))))
            .catch(() => null)
          if (steps?.outcome.status !== 'approved') return steps?.outcome.reason ?? NO_OUTCOME
          onDecided(steps.outcome.approval)
          return null
        }
        const answer = await postJson<ApprovalView>(`/api/v1/approvals/${id}/${verb}`, { reason, ticket })
        if (!answer.ok) return answer.reason
        onDecided(answer.data)
        return null
      }}
      onClose={onClose}
    >
      <p>
        {proposer} proposed it: {reason}
      </p>
      {approves ? (
        <>
          {foreseen !== null && <p>{foreseen}</p>}
          {plan !== null && foreseen === null && <Message tone="warn">{danger}</Message>}
          <ProposalView approval={approval} plan={plan} checking={checking} onCheckAgain={checkAgain} />
        </>
      ) : (
        <Message tone="info">
          {danger} {consequence}
        </Message>
      )}
      {bulk && !approves && (
        <p>
          {targets.map(bindingName).join(', ')}
          {count > targets.length && ` and ${count - targets.length} more`}
        </p>
      )}
    </ActDialog>
  )
}

const NO_OUTCOME = 'The console did not respond, so it may or may not have been done. Approvals shows what came of it.'

/**
 * Consequence of the action in sentences; null while it is unknown or when nothing would be
 * written.
 */
function consequenceOf(plan: ProposalPreview): string | null {
  if (plan.kind === 'many') return plan.plan.plan.consequence
  return plan.kind === 'one' && plan.view.status === 'planned' ? plan.view.consequence.join(' ') : null
}
