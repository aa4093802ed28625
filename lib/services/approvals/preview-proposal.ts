import { bindingKey } from '#lib/hap/pools/binding.ts'
import { buildPreviewView, type PreviewView } from '../actions/action-view.ts'
import { type PlannedJob, type PlanServices, planJob } from '../jobs/plan-job.ts'
import type { ApprovalOutlook } from './preview-approval.ts'

/** What approving a proposal comes to, as its dialog shows it. */
export type ProposalPreview =
  | { readonly kind: 'one'; readonly view: PreviewView }
  /** `changed`: of how many bindings nothing is done, as they are not what they were when it was proposed. */
  | { readonly kind: 'many'; readonly plan: PlannedJob; readonly changed: number }
  | { readonly kind: 'none'; readonly reason: string }

const CHANGED =
  'The binding changed since this was proposed, so approving it would write nothing. Refuse it; it can be proposed anew.'

/** Of a bulk job the bindings that are still as they were proposed. Throws what planJob throws. */
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
