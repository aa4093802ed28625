import type { User } from '#lib/auth/session.ts'
import type { Action } from '#lib/hap/actions/action.ts'
import { actionRefusal } from '#lib/services/actions/action-order.ts'
import type { ActionResult } from '#lib/services/actions/action-result.ts'
import type { ActionPreview } from '#lib/services/actions/preview-action.ts'
import { type JobOrder, parseJob } from '#lib/services/jobs/job-input.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { ApprovalContext } from './approval-context.ts'
import { actionOf } from './approval-row.ts'
import { bothOf } from './both-of.ts'
import { findApproval } from './find-approval.ts'
import { proposerOf } from './proposer.ts'

/** What approving a proposal comes to: an action as it would be done now, or a bulk job as it was ordered. */
export type ApprovalOutlook =
  | { readonly bulk: false; readonly preview: ActionPreview | ActionResult }
  | { readonly bulk: true; readonly action: Action; readonly by: User; readonly targets: JobOrder['targets'] }

/** What would be written if somebody approved a proposal; nothing is written or recorded. Throws RefusedError or StoreError. */
export async function previewApproval(context: ApprovalContext, user: User, id: string): Promise<ApprovalOutlook> {
  const row = await findApproval(context, id)
  const action = actionOf(row)
  const obstacle = actionRefusal(user, action)
  if (obstacle !== null) throw new RefusedError(403, obstacle)
  const by = bothOf(proposerOf(context, row), user)
  if (row.bulk) return { bulk: true, action, by, targets: parseJob(row.order).targets }
  return { bulk: false, preview: await context.actions.preview(action, by, row.order) }
}
