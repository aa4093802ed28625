import type { User } from '#lib/auth/session.ts'
import { bindingKey } from '#lib/hap/pools/binding.ts'
import { HELD } from '#lib/hap/pools/labels.ts'
import { CONSOLE } from '#lib/store/audit/forgotten.ts'
import type { ActionContext } from './action-context.ts'
import { performAction } from './perform-action.ts'

/** Who does what time has come for. */
const CLOCK: User = { id: CONSOLE.name, name: CONSOLE.name, role: 'operator' }

/** Takes holds whose time is over off the labels, which know no time. Out: keys of the bindings that were freed from one. */
export async function endHolds(context: ActionContext): Promise<readonly string[]> {
  const at = context.now()
  const over = [...context.inventory.pools.values()].filter(({ labels, holdEnd, problems, terminating }) => {
    return labels.dirty === HELD && holdEnd !== null && holdEnd <= at && problems.length === 0 && !terminating
  })
  const ended: string[] = []
  for (const { binding } of over) {
    const { kind, namespace, name, resourceVersion } = binding
    const ref = { kind, namespace, name }
    // Another replica may be quicker; only what is still as it was seen is worth an attempt.
    if ((await context.writes.read(ref)).resourceVersion !== resourceVersion) continue
    const order = { action: 'unhold', binding: ref, reason: 'The hold ended by its time.', ticket: null } as const
    const rest = { until: null, labels: {}, seenVersion: resourceVersion, seenEpoch: null }
    const { status } = await performAction(context, CLOCK, { ...order, ...rest }, { requestId: null, priority: 'bulk' })
    if (status === 'done') ended.push(bindingKey(ref))
  }
  return ended
}
