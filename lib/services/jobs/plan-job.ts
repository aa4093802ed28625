import { z } from 'zod'
import type { User } from '#lib/auth/session.ts'
import { ACTIONS, REASON_SLOT } from '#lib/hap/actions/action.ts'
import { nextOfQueue } from '#lib/hap/actions/consequence.ts'
import { MOST_TARGETS, MOST_TRIED } from '#lib/hap/actions/job.ts'
import { BINDING_KINDS, bindingKey } from '#lib/hap/pools/binding.ts'
import { readInput } from '#lib/input-problems.ts'
import { type BulkPlan, bulkPlan } from '#lib/queries/jobs/bulk-plan.ts'
import { gainingPools } from '#lib/queries/jobs/gaining-pools.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import type { ActionService } from '#lib/services/actions/action-service.ts'
import { firstWaiting } from '#lib/services/actions/first-waiting.ts'
import type { Db } from '#lib/store/database/client.ts'
import { JobTarget } from './job-order.ts'
import type { JobService } from './job-service.ts'
import { type SinceSeen, sinceSeen } from './since-seen.ts'
import { type TargetTrial, tryTargets } from './try-targets.ts'

/**
 * A plan, with how long it takes at least, in milliseconds, who waits for accounts that become free, as sentences, and what of an
 * earlier job's targets changed since they were seen.
 */
export interface PlannedJob {
  readonly plan: BulkPlan
  readonly expectedMs: number
  readonly waiting: readonly string[]
  readonly since: readonly SinceSeen[]
}

interface DryRunServices {
  readonly actions: ActionService
  context(): QueryContext
}

/** What planning a job reads from. */
export interface PlanServices extends DryRunServices {
  readonly jobs: Pick<JobService, 'undone' | 'show' | 'expectedMs'>
  readonly store: { readonly db: Db }
}

/** The bindings somebody chose. */
export const ChosenBindings = z
  .array(z.strictObject({ kind: z.enum(BINDING_KINDS), name: z.string().min(1).max(253) }))
  .max(MOST_TARGETS)

const until = z.iso.datetime().nullable()

export const PlanInput = z.object({
  action: z.enum(ACTIONS),
  chosen: ChosenBindings,
  /** End of a hold; null for none. */
  until,
  /** The job whose targets these were; null for none. */
  retryOf: z.string().max(64).nullable(),
})

export const DryRunInput = z.object({ action: z.enum(ACTIONS), targets: z.array(JobTarget).max(MOST_TRIED), until })

/** What an action on a selection would do now; nothing is written or recorded. Throws ZodError, RefusedError, StoreError. */
export async function planJob(services: PlanServices, { name: by }: User, input: unknown): Promise<PlannedJob> {
  const { action, chosen, until: end, retryOf } = readInput(PlanInput, input)
  const undone = retryOf === null ? [] : await services.jobs.undone(retryOf)
  // Nothing comes between: what changed is told of the versions the plan is for.
  const context = services.context()
  const said = { reason: REASON_SLOT, by }
  const plan = bulkPlan(context, action, chosen, end === null ? null : Date.parse(end), said)
  const { inventory } = context
  services.jobs.show(plan.targets.map(({ kind, name }) => bindingKey({ kind, namespace: inventory.namespace, name })))
  const planned = new Set(plan.targets.map(({ kind, name }) => `${kind} ${name}`))
  const since = sinceSeen(undone, key => inventory.binding(key)).filter(({ kind, name }) =>
    planned.has(`${kind} ${name}`),
  )
  const expectedMs = await services.jobs.expectedMs(plan.targets.length, action)
  return { plan, expectedMs, waiting: await waitingMessages(services.store.db, gainingPools(context, plan)), since }
}

/** What the API server says to the first few targets of a plan, by dry runs; nothing is written or recorded. The verbs ask for the role. Throws ZodError. */
export function dryRunTargets(services: DryRunServices, user: User, input: unknown): Promise<readonly TargetTrial[]> {
  const { inventory } = services.context()
  return tryTargets(services.actions, user, { ...readInput(DryRunInput, input), namespace: inventory.namespace })
}

async function waitingMessages(db: Db, gaining: BulkPlan['shifts']): Promise<readonly string[]> {
  const queues = await firstWaiting(
    db,
    gaining.map(({ key }) => key),
  )
  return gaining.flatMap(({ key, pool, before }) => {
    const queue = queues.find(each => each.pool === key)
    return queue ? [nextOfQueue(queue, pool, before)] : []
  })
}
