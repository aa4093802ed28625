import type { ActionPlan } from '#lib/hap/actions/plan-action.ts'
import { type AccountCluster, ownerOf } from '#lib/hap/lifecycle/account-clusters.ts'
import type { Binding, BindingRef } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { ActionResult } from './action-result.ts'
import type { ActionPreview } from './preview-action.ts'

/** The parts of a binding that a user sees before deciding. */
export type SeenBinding = Pick<Binding, 'uid' | 'account' | 'resourceVersion' | 'labels' | 'annotations'>

/** Another binding of the account that the action changes too. */
interface OtherView extends Pick<ActionPlan, 'diff'> {
  readonly binding: BindingRef
  readonly now: SeenBinding
}

/** A cluster that the action affects. */
export interface AffectedCluster {
  readonly id: string
  /** Null if a claim announces the cluster and no shoot exists yet. */
  readonly shoot: Pick<Shoot, 'name' | 'region' | 'binding'> | null
  /** Its global account; null if unknown. */
  readonly owner: string | null
}

/** What the dialog of an action shows before it is confirmed. */
export type PreviewView =
  | (Pick<ActionPlan, 'diff' | 'consequence' | 'danger' | 'typeToConfirm'> & {
      readonly status: 'planned'
      readonly now: SeenBinding
      readonly others: readonly OtherView[]
      readonly clusters: readonly AffectedCluster[]
      /** Why Gardener rejects the change in a dry run; null if it accepts it. */
      readonly objection: string | null
      /** Why the user has to sign in again first. */
      readonly signIn?: string | null
    })
  | { readonly status: 'refused'; readonly now: SeenBinding | null; readonly reason: string }

/** The result of an action, as the dialog shows it. */
export type OutcomeView =
  | Pick<Extract<ActionResult, { status: 'done' }>, 'status' | 'before' | 'after' | 'note' | 'checking'>
  | { readonly status: Exclude<ActionResult['status'], 'done'>; readonly reason: string }

export type DoneView = Extract<OutcomeView, { status: 'done' }>

/** The final result, after the check of the shoots; null if the page did not receive it. */
export type FinalView = Promise<OutcomeView | { readonly status: 'no-answer' | number; readonly reason: string } | null>

/** Converts a result for the dialog, without the binding, which the page reads itself. */
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

/** Converts a preview for the dialog, without the fields that it does not show. */
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

function seen({ uid, account, resourceVersion, labels, annotations }: SeenBinding): SeenBinding {
  return { uid, account, resourceVersion, labels, annotations }
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

/**
 * One step of an action, streamed to the page: listing shoots (null when done), a message when it takes
 * longer than a request may take, then the answer.
 */
export type ActionStep<Outcome> =
  | { readonly step: 'listing'; readonly shoots: number | null }
  | { readonly step: 'running'; readonly message: string }
  /** `isFinal`: false while the shoots are still being checked; another answer follows. */
  | { readonly step: 'answered'; readonly outcome: Outcome; readonly isFinal: boolean }

/**
 * Streams the steps of an action; a server action can return the stream. If the browser
 * disconnects, the action continues. `act` must not throw.
 */
export function streamSteps<Outcome>(
  act: (send: (step: ActionStep<Outcome>) => void) => Promise<void>,
): ReadableStream<ActionStep<Outcome>> {
  let isOpen = true
  return new ReadableStream({
    async start(controller) {
      await act(step => {
        if (isOpen) controller.enqueue(step)
      })
      if (isOpen) controller.close()
      isOpen = false
    },
    cancel() {
      isOpen = false
    },
  })
}
