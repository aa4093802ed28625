import { Message } from '#components/ui/message.tsx'
import { parseTarget } from '#lib/hap/audit/target.ts'
import type { ApprovalView } from '#lib/services/approvals/approval.ts'
import type { ProposalPreview } from '#lib/services/approvals/preview-approval.ts'
import { formatPlural } from '#lib/util/format.ts'
import { PlanView } from '../bindings/[kind]/[name]/act/plan-view.tsx'
import { BulkPlanView } from '../bindings/bulk/bulk-plan-view.tsx'
import { useDryRun } from '../bindings/bulk/dry-run.tsx'

interface ProposalViewProps {
  readonly approval: Pick<ApprovalView, 'action' | 'targets' | 'bulk' | 'reason'>
  /** Null before the first preview. */
  readonly plan: ProposalPreview | null
  readonly checking: boolean
  readonly onCheckAgain: () => void
}

/** Preview of a proposal: the view its proposer saw, computed from the current objects. */
export function ProposalView({ approval, plan, checking, onCheckAgain }: ProposalViewProps) {
  const { action, targets, bulk, reason } = approval
  const many = plan?.kind === 'many' ? plan : null
  const dryRun = useDryRun(action, many?.plan.plan ?? null, null)
  if (bulk) {
    const answer = plan?.kind === 'none' ? { problem: plan.reason } : many && { ...many.plan, signIn: null }
    return (
      <>
        {many !== null && many.changed > 0 && (
          <Message tone="warn">
            {formatPlural(many.changed, 'binding')} changed since this was proposed, and will be left alone.
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
