import { ConsistentShoots } from '#lib/garden/consistent-shoots.ts'
import { createBindingWrites } from '#lib/garden/writes/binding-writes.ts'
import { WriteQueue } from '#lib/garden/writes/write-queue.ts'
import type { Action } from '#lib/hap/actions/action.ts'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import { accountClaims } from '#lib/services/actions/account-claims.ts'
import type { ActionContext } from '#lib/services/actions/action-context.ts'
import type { ActionResult } from '#lib/services/actions/action-result.ts'
import { createActionService } from '#lib/services/actions/action-service.ts'
import { AuditLog } from '#lib/store/audit/audit-log.ts'
import { OPERATOR } from '../garden/action-kit.ts'
import type { World } from './claim-world.ts'
import type { RunningService } from './service-on.ts'

/** The dependencies of actions in a process with claims. */
export function actionContext(
  { store }: Pick<World, 'store'>,
  { inventory, client }: Pick<RunningService, 'inventory' | 'client'>,
  changes: Partial<ActionContext> = {},
): ActionContext {
  return {
    inventory,
    writes: createBindingWrites({ client, queue: new WriteQueue(0) }),
    client,
    shoots: new ConsistentShoots({ client, inventory: changes.inventory ?? inventory }),
    claims: accountClaims(store, 'actions'),
    audit: new AuditLog(store),
    noteState: () => {},
    allowed: () => [],
    plans: () => DEFAULT_PLANS,
    now: Date.now,
    ...changes,
  }
}

/** Performs an action on the current version of a binding. */
export function act(context: ActionContext, action: Action, name: string, more: object = {}): Promise<ActionResult> {
  const binding = { kind: 'CredentialsBinding', namespace: context.inventory.namespace, name }
  const input = { binding, reason: 'ticket 4711', ...more }
  return createActionService(context).perform(action, OPERATOR, input, { requestId: null })
}
