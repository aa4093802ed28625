import type { ActionPlan } from '#lib/hap/actions/plan-action.ts'
import { type AccountCluster, ownerOf } from '#lib/hap/lifecycle/account-clusters.ts'
import type { Binding, BindingRef } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { ActionResult } from './action-result.ts'
import type { ActionPreview } from './preview-action.ts'

/** What of a binding somebody sees who decides on it. */
export type SeenBinding = Pick<Binding, 'resourceVersion' | 'labels' | 'annotations'>

/** Another binding of the account that is changed with it. */
interface OtherView extends Pick<ActionPlan, 'diff'> {
  readonly binding: BindingRef
  readonly now: SeenBinding
}

/** A cluster in a list of few columns. */
export interface AffectedCluster {
  readonly id: string
  /** Null for one that a claim announces and that has no shoot yet. */
  readonly shoot: Pick<Shoot, 'name' | 'region' | 'binding'> | null
  /** Its global account; null where nobody knows. */
  readonly owner: string | null
}

/** What the dialog of an action shows. */
export type PreviewView =
  | (Pick<ActionPlan, 'diff' | 'consequence' | 'danger' | 'typeToConfirm'> & {
      readonly status: 'planned'
      readonly now: SeenBinding
      readonly others: readonly OtherView[]
      readonly clusters: readonly AffectedCluster[]
      /** Why Gardener would not accept the change; null when it would. */
      readonly objection: string | null
      /** Why whoever looks has to sign in again before they do it. */
      readonly signIn?: string | null
    })
  | { readonly status: 'refused'; readonly now: SeenBinding | null; readonly reason: string }

/** What came of an action, as far as the dialog tells it. */
export type OutcomeView =
  | Pick<Extract<ActionResult, { status: 'done' }>, 'status' | 'before' | 'after' | 'note' | 'checking'>
  | { readonly status: Exclude<ActionResult['status'], 'done'>; readonly reason: string }

export type DoneView = Extract<OutcomeView, { status: 'done' }>

/** What came of an action in the end, once the shoots are checked; null where the page cannot tell. */
export type FinalView = Promise<OutcomeView | { readonly status: 'no-answer' | number; readonly reason: string } | null>

/** The service's result without the binding, which the page reads by itself. */
export function buildOutcomeView(result: ActionResult): OutcomeView {
  switch (result.status) {
    case 'done': {
      const { status, before, after, note, checking } = result
      return { status, before, after, note, checking }
    }
    case 'invalid':
      return { status: result.status, reason: result.problems.join(' ') }
    default:
      return { status: result.status, reason: result.reason }
  }
}

/** The service's preview without what the dialog does not show. */
export function buildPreviewView(preview: ActionPreview | ActionResult): PreviewView {
  switch (preview.status) {
    case 'planned': {
      const { diff, consequence, danger, typeToConfirm, clusters } = preview.plan
      return {
        status: 'planned',
        now: seen(preview.now),
        others: preview.others.map(({ binding, plan }) => other(binding, plan)),
        diff,
        consequence,
        danger,
        typeToConfirm,
        clusters: clusters.map(affected),
        objection: preview.objection,
      }
    }
    case 'invalid':
      return { status: 'refused', now: null, reason: preview.problems.join(' ') }
    case 'done':
      throw new Error('A preview did the action.')
    default:
      return {
        status: 'refused',
        now: 'now' in preview && preview.now ? seen(preview.now) : null,
        reason: preview.reason,
      }
  }
}

function seen({ resourceVersion, labels, annotations }: SeenBinding): SeenBinding {
  return { resourceVersion, labels, annotations }
}

function other({ kind, namespace, name, ...binding }: Binding, { diff }: ActionPlan): OtherView {
  return { binding: { kind, namespace, name }, now: seen(binding), diff }
}

function affected(cluster: AccountCluster): AffectedCluster {
  const { shoot, claim } = cluster
  const owner = ownerOf(cluster)
  if (shoot === null) return { id: `claim ${claim?.id}`, shoot, owner }
  const { namespace, name, region, binding } = shoot
  return { id: `${namespace}/${name}`, shoot: { name, region, binding }, owner }
}
