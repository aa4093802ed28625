import type { User } from '#lib/auth/session.ts'
import type { Action } from '#lib/hap/actions/action.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { actionRefusal } from '#lib/services/actions/action-order.ts'
import type { ActionResult } from '#lib/services/actions/action-result.ts'
import type { ActionPreview } from '#lib/services/actions/preview-action.ts'
import { type JobOrder, parseJob } from '#lib/services/jobs/job-input.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import { buildPreviewView, type PreviewView } from '../actions/action-preview.ts'
import { type PlannedJob, type PlanServices, planJob } from '../jobs/plan-job.ts'
import { actionOf, combineUsers, findApproval, proposerOf } from './approval.ts'
import type { ApprovalContext } from './approval-context.ts'

/** What an approval would do: an action as it would be done now, or a bulk job as ordered. */
export type ApprovalOutlook =
  | { readonly bulk: false; readonly preview: ActionPreview | ActionResult }
  | { readonly bulk: true; readonly action: Action; readonly by: User; readonly targets: JobOrder['targets'] }

/**
 * Previews the approval of a proposal. Writes and records nothing. Throws RefusedError or
 * StoreError.
 */
export async function previewApproval(context: ApprovalContext, user: User, id: string): Promise<ApprovalOutlook> {
  const row = await findApproval(context, id)
  const action = actionOf(row)
  const obstacle = actionRefusal(user, action)
  if (obstacle !== null) throw new RefusedError(403, obstacle)
  const by = combineUsers(proposerOf(context, row), user)
  if (row.bulk) return { bulk: true, action, by, targets: parseJob(row.order).targets }
  return { bulk: false, preview: await context.actions.preview(action, by, row.order) }
}

/** The preview of an approval, as its dialog shows it. */
export type ProposalPreview =
  | { readonly kind: 'one'; readonly view: PreviewView }
  /** `changed`: number of bindings that are left out because they changed since the proposal. */
  | { readonly kind: 'many'; readonly plan: PlannedJob; readonly changed: number }
  | { readonly kind: 'none'; readonly reason: string }

const CHANGED =
  'The binding has changed since this proposal, so approval would write nothing. Refuse the proposal; the action can be proposed again.'

/**
 * Builds the preview for the dialog. A bulk job contains only the bindings that are still as
 * proposed. Throws the errors of planJob.
 */
export async function buildProposalPreview(services: PlanServices, outlook: ApprovalOutlook): Promise<ProposalPreview> {
  if (!outlook.bulk) {
    const { preview } = outlook
    if (preview.status === 'changed') return { kind: 'one', view: buildPreviewView({ ...preview, reason: CHANGED }) }
    return { kind: 'one', view: buildPreviewView(preview) }
  }
  const { action, by, targets } = outlook
  const { inventory } = services.context()
  const versionOf = ({ kind, name }: (typeof targets)[number]) =>
    inventory.binding(bindingKey({ kind, namespace: inventory.namespace, name }))?.resourceVersion
  const same = targets.filter(target => versionOf(target) === target.seenVersion)
  const chosen = same.map(({ kind, name }) => ({ kind, name }))
  const plan = await planJob(services, by, { action, chosen, until: null, retryOf: null })
  return { kind: 'many', plan, changed: targets.length - same.length }
}
