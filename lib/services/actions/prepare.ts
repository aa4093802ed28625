import type { User } from '#lib/auth/session.ts'
import type { Action } from '#lib/hap/actions/action.ts'
import { changedSince } from '#lib/hap/actions/diff.ts'
import type { ActionFacts } from '#lib/hap/actions/facts.ts'
import { needsEmptyAccount } from '#lib/hap/actions/judge.ts'
import { type ActionInput, type ActionPlan, planAction } from '#lib/hap/actions/plan-action.ts'
import type { Owner } from '#lib/hap/actions/previous-state.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { pooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import type { ActionContext } from './action-context.ts'
import { actionObstacle } from './action-obstacle.ts'
import type { ActionOrder } from './action-order.ts'
import type { ActionResult } from './action-result.ts'
import { type EveryShoot, freshFacts, tooOld } from './fresh-facts.ts'

type Stopped = Extract<ActionResult, { readonly status: 'refused' | 'changed' }>

/** Before a console that is not live is asked again. */
const SOON_MS = 10_000

/** Why somebody may not do an action to anything at all; null when they may. */
export function mayBegin(context: ActionContext, user: User, { action, binding }: ActionOrder): Stopped | null {
  const obstacle = actionObstacle(user, action)
  if (obstacle !== null) return refused(obstacle, null)
  if (!context.inventory.covers(binding)) return refused('There is no such binding in this landscape.', null)
  const paused = PAUSING.has(action) ? (context.pause?.() ?? null) : null
  if (paused !== null) return refused(paused, null)
  const old = tooOld(context)
  return old === null ? null : { ...refused(old, null), retryAfterMs: SOON_MS }
}

/** Actions that give an account back, or let it be cleaned: they wait while the landscape may have been restored or moved. */
const PAUSING: ReadonlySet<Action> = new Set(['release', 'start-cleaning', 'confirm-clean'])

/** What an action comes to on a binding that was just read, or why it is not done; `owner` and `every` as in Asked. */
export async function planNow(
  context: ActionContext,
  user: User,
  order: ActionOrder,
  binding: Binding,
  { owner, every }: Required<Asked>,
): Promise<{ readonly plan: ActionPlan } | Stopped> {
  const first = await plannedWith(context, user, order, binding, { owner })
  if ('status' in first) return first
  const { change, clusters } = first.plan
  if (!needsEmptyAccount(order.action, binding, change, clusters.length > 0)) return first
  // What is refused anyway, or gives nothing away, is not worth a look at everybody's clusters.
  return plannedWith(context, user, order, binding, { owner, every })
}

async function plannedWith(
  context: ActionContext,
  user: User,
  order: ActionOrder,
  binding: Binding,
  asked: Asked,
): Promise<{ readonly plan: ActionPlan } | Stopped> {
  const found = await factsNow(context, user, order, binding, asked)
  if ('status' in found) return found
  const planned = planAction(order.action, found.facts, found.input)
  return planned.allowed ? { plan: planned.plan } : refused(planned.reason, binding)
}

interface Asked {
  /** Who is to be given the binding again, once that is known: what else it has is asked for too. */
  readonly owner: Owner | null
  /** How fresh the read of all shoots has to be, where the change needs an empty account. */
  readonly every?: EveryShoot
}

/** What an action on a binding that was just read is planned by; stopped where it is not the binding that was seen. */
export async function factsNow(
  context: ActionContext,
  user: User,
  order: ActionOrder,
  binding: Binding,
  asked: Asked,
): Promise<{ readonly facts: ActionFacts; readonly input: ActionInput } | Stopped> {
  const { seenVersion, seenEpoch, reason, until, labels } = order
  const changed = changedSince({ version: seenVersion, epoch: seenEpoch }, binding)
  if (changed !== null)
    return { status: 'changed', reason: `${changed} Review what changed, then decide again.`, now: binding }
  const pooled = pooledBinding(binding)
  if (pooled === null) return refused('It has no HAP labels.', binding)
  const facts = await freshFacts(context, pooled, { chosen: labels.tenantName ?? null, ...asked })
  return { facts, input: { reason, by: user.name, until, labels } }
}

export function refused(reason: string, now: Binding | null): Extract<ActionResult, { readonly status: 'refused' }> {
  return { status: 'refused', reason, now }
}
