import { z } from 'zod'
import type { User } from '#lib/auth/session.ts'
import { ACTIONS } from '#lib/hap/actions/action.ts'
import { MOST_TARGETS } from '#lib/hap/actions/most-targets.ts'
import { MOST_TRIED } from '#lib/hap/actions/most-tried.ts'
import { nextOfQueue } from '#lib/hap/actions/queue-words.ts'
import { BINDING_KINDS, bindingKey } from '#lib/hap/pools/binding.ts'
import { readInput } from '#lib/input-problems.ts'
import { type BulkPlan, bulkPlan } from '#lib/queries/jobs/bulk-plan.ts'
import { gainingPools } from '#lib/queries/jobs/gaining-pools.ts'
import { runtime } from '#lib/runtime.ts'
import { firstWaiting } from '#lib/services/actions/first-waiting.ts'
import { JobTarget } from '#lib/services/jobs/job-order.ts'
import { type SinceSeen, sinceSeen } from '#lib/services/jobs/since-seen.ts'
import { type TargetTrial, tryTargets } from '#lib/services/jobs/try-targets.ts'
import { REASON_SLOT } from '../[kind]/[name]/act/action-form.ts'

/**
 * A plan, with how long it takes at least, in milliseconds, who waits for accounts that become free, as sentences, and what of an
 * earlier job's targets changed since they were seen.
 */
export interface PlanNow {
  readonly plan: BulkPlan
  readonly expectedMs: number
  readonly waiting: readonly string[]
  readonly since: readonly SinceSeen[]
}

/** The bindings somebody chose. */
export const ChosenBindings = z
  .array(z.strictObject({ kind: z.enum(BINDING_KINDS), name: z.string().min(1).max(253) }))
  .max(MOST_TARGETS)

const until = z.iso.datetime().nullable()

export const PlanQuestion = z.object({
  action: z.enum(ACTIONS),
  chosen: ChosenBindings,
  /** End of a hold; null for none. */
  until,
  /** The job whose targets these were; null for none. */
  retryOf: z.string().max(64).nullable(),
})

export const TrialQuestion = z.object({ action: z.enum(ACTIONS), targets: z.array(JobTarget).max(MOST_TRIED), until })

/** What an action on a selection would do now; nothing is written or recorded. Throws ZodError, RefusedError, StoreError. */
export async function planNow({ name: by }: User, input: unknown): Promise<PlanNow> {
  const { action, chosen, until: end, retryOf } = readInput(PlanQuestion, input)
  const undone = retryOf === null ? [] : await runtime().jobs.undone(retryOf)
  // Nothing comes between: what changed is told of the versions the plan is for.
  const context = runtime().context()
  const said = { reason: REASON_SLOT, by }
  const plan = bulkPlan(context, action, chosen, end === null ? null : Date.parse(end), said)
  const { inventory } = context
  runtime().jobs.show(plan.targets.map(({ kind, name }) => bindingKey({ kind, namespace: inventory.namespace, name })))
  const planned = new Set(plan.targets.map(({ kind, name }) => `${kind} ${name}`))
  const since = sinceSeen(undone, key => inventory.binding(key)).filter(({ kind, name }) =>
    planned.has(`${kind} ${name}`),
  )
  const expectedMs = await runtime().jobs.expectedMs(plan.targets.length, action)
  return { plan, expectedMs, waiting: await waitingWords(gainingPools(context, plan)), since }
}

/** What the API server says to the first few targets of a plan, by dry runs; nothing is written or recorded. The verbs ask for the role. Throws ZodError. */
export function trialsNow(user: User, input: unknown): Promise<readonly TargetTrial[]> {
  const { inventory } = runtime().context()
  return tryTargets(runtime().actions, user, { ...readInput(TrialQuestion, input), namespace: inventory.namespace })
}

async function waitingWords(gaining: BulkPlan['shifts']): Promise<readonly string[]> {
  const queues = await firstWaiting(
    runtime().store.db,
    gaining.map(({ key }) => key),
  )
  return gaining.flatMap(({ key, pool, before }) => {
    const queue = queues.find(each => each.pool === key)
    return queue ? [nextOfQueue(queue, pool, before)] : []
  })
}
