import type { User } from '#lib/auth/session.ts'
import type { Action } from '#lib/hap/actions/action.ts'
import { staleVersionReason } from '#lib/hap/actions/diff.ts'
import type { ActionFacts } from '#lib/hap/actions/facts.ts'
import { needsEmptyAccount } from '#lib/hap/actions/judge.ts'
import { type ActionInput, type ActionPlan, planAction } from '#lib/hap/actions/plan-action.ts'
import type { PreviousOwner } from '#lib/hap/actions/previous-state.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { pooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import type { ActionContext } from './action-context.ts'
import { type ActionOrder, actionRefusal } from './action-order.ts'
import type { ActionResult } from './action-result.ts'
import { type EveryShoot, readFacts, staleReason } from './fresh-facts.ts'

type Stopped = Extract<ActionResult, { readonly status: 'refused' | 'changed' }>

/** Retry delay while the console is not live. */
const SOON_MS = 10_000

/** Why an action must not start, before anything is read; null if it may. */
export function findStartRefusal(context: ActionContext, user: User, { action, binding }: ActionOrder): Stopped | null {
  const obstacle = actionRefusal(user, action)
  if (obstacle !== null) return refused(obstacle, null)
  if (!context.inventory.covers(binding)) return refused('There is no such binding in this landscape.', null)
  const paused = PAUSING.has(action) ? (context.pause?.() ?? null) : null
  if (paused !== null) return refused(paused, null)
  const old = staleReason(context)
  return old === null ? null : { ...refused(old, null), retryAfterMs: SOON_MS }
}

/** Actions that end an ownership or lead to cleaning: they pause while the landscape may have been restored or moved. */
const PAUSING: ReadonlySet<Action> = new Set(['release', 'start-cleaning', 'confirm-clean'])

/**
 * Plans an action on a binding that was just read, or says why it is refused. `owner` and `every`
 * as in Asked.
 */
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
  // Only a plan that is permitted and needs an empty account is worth reading all shoots.
  return plannedWith(context, user, order, binding, { owner, every })
}

async function plannedWith(
  context: ActionContext,
  user: User,
  order: ActionOrder,
  binding: Binding,
  asked: Asked,
): Promise<{ readonly plan: ActionPlan } | Stopped> {
  const found = await readOrderFacts(context, user, order, binding, asked)
  if ('status' in found) return found
  const planned = planAction(order.action, found.facts, found.input)
  return planned.allowed ? { plan: planned.plan } : refused(planned.reason, binding)
}

interface Asked {
  /** Who receives the binding again, once known: its other bindings are read too. */
  readonly owner: PreviousOwner | null
  /** How fresh the read of all shoots has to be, if the change needs an empty account. */
  readonly every?: EveryShoot
}

/**
 * Reads the facts to plan an action on a binding by; refuses if the binding is not the one that the
 * user saw.
 */
export async function readOrderFacts(
  context: ActionContext,
  user: User,
  order: ActionOrder,
  binding: Binding,
  asked: Asked,
): Promise<{ readonly facts: ActionFacts; readonly input: ActionInput } | Stopped> {
  const { reason, until, labels } = order
  const changed = staleVersionReason(order, binding)
  if (changed !== null) return { status: 'changed', reason: `${changed} Review the change, then retry.`, now: binding }
  const pooled = pooledBinding(binding)
  if (pooled === null) return refused('The binding has no HAP labels.', binding)
  const facts = await readFacts(context, pooled, { chosen: labels.tenantName ?? null, ...asked })
  return { facts, input: { reason, by: user.name, until, labels } }
}

export function refused(reason: string, now: Binding | null): Extract<ActionResult, { readonly status: 'refused' }> {
  return { status: 'refused', reason, now }
}
