import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callFailure } from '#app/data/call-failure.ts'
import { followAction, followWrite } from '#app/data/follow-action.ts'
import { UserName } from '#components/hap/user-name.tsx'
import { serverNow } from '#components/ui/clock.tsx'
import { Message } from '#components/ui/message.tsx'
import { signInRefusal } from '#lib/auth/sign-in-time.ts'
import { formatShootCheck } from '#lib/hap/actions/action.ts'
import { parseTarget } from '#lib/hap/audit/target.ts'
import { paths } from '#lib/paths.ts'
import type { ApprovalView } from '#lib/services/approvals/approval.ts'
import type { ProposalPreview } from '#lib/services/approvals/preview-approval.ts'
import { formatPlural } from '#lib/util/format.ts'
import { PlanView } from '../bindings/[kind]/[name]/act/plan-view.tsx'
import { BulkPlanView } from '../bindings/bulk/bulk-plan-view.tsx'
import { useDryRun } from '../bindings/bulk/bulk-targets.tsx'
import { ActDialog } from '../operators/act/act-dialog.tsx'
import type { Person } from '../person.ts'
import { approveProposal, previewProposal, refuseProposal, withdrawProposal } from './actions.ts'
import { bindingName, type DecidedVerb, formatProposal, namedProposer } from './approval-labels.ts'

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
  const { id, danger, consequence, reason, targets, count, bulk } = approval
  const label = LABELS[verb]
  const approves = verb === 'approve'
  const { plan, checking, checkAgain } = useProposalPreview(approval, approves)
  const foreseen = plan && consequenceOf(plan)
  return (
    <ActDialog
      id={`${verb} ${id}`}
      title={`${label}: ${formatProposal(approval)}`}
      description={
        approves
          ? `Runs immediately, recorded under both names. ${bulk ? 'Bindings that have' : 'Skipped if the binding has'} changed since${bulk ? ' are skipped' : ''}.`
          : 'Nothing will be written.'
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
      problem={approves ? signInRefusal(signedInAt, serverNow()) : null}
      act={async ({ reason, ticket }, report) => {
        if (approves) {
          const steps = await approveProposal(id, { reason, ticket })
            .then(steps =>
              followAction(steps, shoots => report(shoots === null ? null : formatShootCheck(shoots)), report),
            )
            .catch(() => null)
          if (steps?.outcome.status !== 'approved') return steps?.outcome.reason ?? NO_OUTCOME
          onDecided(steps.outcome.approval)
          return null
        }
        const end = verb === 'withdraw' ? withdrawProposal : refuseProposal
        const answer = await followWrite(end(id, { reason, ticket }))
        if (answer.kind === 'no-answer') return answer.reason
        onDecided(answer.approval)
        return null
      }}
      onClose={onClose}
    >
      <p>
        Proposed by <UserName user={namedProposer(approval)} showsSubject />: {reason}
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

const NO_OUTCOME =
  'The console did not respond, so the action may or may not have succeeded. See Approvals for the result.'

/**
 * Consequence of the action in sentences; null while it is unknown or when nothing would be
 * written.
 */
function consequenceOf(plan: ProposalPreview): string | null {
  if (plan.kind === 'many') return plan.plan.plan.consequence
  return plan.kind === 'one' && plan.view.status === 'planned' ? plan.view.consequence.join(' ') : null
}

/**
 * Previews the approval of a proposal and refreshes it when one of its bindings changes. Disabled
 * unless `wanted`.
 */
function useProposalPreview({ id, targets }: Pick<ApprovalView, 'id' | 'targets'>, wanted: boolean) {
  const { data, isFetching, refetch } = useQuery<ProposalPreview>({
    queryKey: ['proposal-plan', id, targets],
    queryFn: () =>
      previewProposal(id).catch((error: unknown) => ({
        kind: 'none' as const,
        reason: callFailure(error, 'The console is not responding. Your input is kept.'),
      })),
    enabled: wanted,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  return { plan: data ?? null, checking: wanted && isFetching, checkAgain: () => void refetch() }
}

interface ProposalViewProps {
  readonly approval: Pick<ApprovalView, 'action' | 'targets' | 'bulk' | 'reason'>
  /** Null before the first preview. */
  readonly plan: ProposalPreview | null
  readonly checking: boolean
  readonly onCheckAgain: () => void
}

/** Preview of a proposal: the view its proposer saw, computed from the current objects. */
function ProposalView({ approval, plan, checking, onCheckAgain }: ProposalViewProps) {
  const { action, targets, bulk, reason } = approval
  const many = plan?.kind === 'many' ? plan : null
  const dryRun = useDryRun(action, many?.plan.plan ?? null, null)
  if (bulk) {
    const answer = plan?.kind === 'none' ? { problem: plan.reason } : many && { ...many.plan, signIn: null }
    return (
      <>
        {many !== null && many.changed > 0 && (
          <Message tone="warn">
            {formatPlural(many.changed, 'binding')} changed since the proposal and will be skipped.
          </Message>
        )}
        <BulkPlanView answer={answer} dryRun={dryRun} reason={reason} checking={checking} onCheckAgain={onCheckAgain} />
      </>
    )
  }
  const [first = ''] = targets
  const target = parseTarget(first)
  if (target.kind !== 'binding') return null
  const { kind, namespace, name } = target.binding
  const preview = plan?.kind === 'one' ? plan.view : plan?.kind === 'none' ? NO_ANSWER(plan.reason) : null
  return (
    <PlanView
      preview={preview}
      before={null}
      checking={checking}
      detail={{ namespace, row: { kind, name } }}
      reason={reason}
      onCheckAgain={onCheckAgain}
    />
  )
}

const NO_ANSWER = (reason: string) => ({ status: 'no-answer', reason }) as const
