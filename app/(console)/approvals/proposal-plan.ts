import { bindingKey } from '#lib/hap/pools/binding.ts'
import { runtime } from '#lib/runtime.ts'
import type { ApprovalOutlook } from '#lib/services/approvals/preview-approval.ts'
import { type PreviewView, previewView } from '../bindings/[kind]/[name]/act/preview-view.ts'
import { type PlanNow, planNow } from '../bindings/bulk/plan-now.ts'

/** What approving a proposal comes to, as its dialog shows it. */
export type ProposalPlan =
  | { readonly kind: 'one'; readonly view: PreviewView }
  /** `changed`: of how many bindings nothing is done, as they are not what they were when it was proposed. */
  | { readonly kind: 'many'; readonly plan: PlanNow; readonly changed: number }
  | { readonly kind: 'none'; readonly reason: string }

const CHANGED =
  'The binding changed since this was proposed, so approving it would write nothing. Refuse it; it can be proposed anew.'

/** Of a bulk job the bindings that are still as they were proposed. Throws what planNow throws. */
export async function proposalPlan(outlook: ApprovalOutlook): Promise<ProposalPlan> {
  if (!outlook.bulk) {
    const { preview } = outlook
    if (preview.status === 'changed') return { kind: 'one', view: previewView({ ...preview, reason: CHANGED }) }
    return { kind: 'one', view: previewView(preview) }
  }
  const { action, by, targets } = outlook
  const { inventory } = runtime().context()
  const versionOf = ({ kind, name }: (typeof targets)[number]) =>
    inventory.binding(bindingKey({ kind, namespace: inventory.namespace, name }))?.resourceVersion
  const same = targets.filter(target => versionOf(target) === target.seenVersion)
  const chosen = same.map(({ kind, name }) => ({ kind, name }))
  const plan = await planNow(by, { action, chosen, until: null, retryOf: null })
  return { kind: 'many', plan, changed: targets.length - same.length }
}
