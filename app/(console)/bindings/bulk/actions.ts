'use server'

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { answerTo } from '#app/api/problem.ts'
import { requireRole } from '#lib/auth/session.ts'
import { ACTIONS } from '#lib/hap/actions/action.ts'
import { MOST_TARGETS } from '#lib/hap/actions/most-targets.ts'
import { MOST_TRIED } from '#lib/hap/actions/most-tried.ts'
import { nextOfQueue } from '#lib/hap/actions/queue-words.ts'
import { BINDING_KINDS, bindingKey } from '#lib/hap/pools/binding.ts'
import { type BulkOffer, bulkOffers } from '#lib/queries/jobs/bulk-offers.ts'
import { type BulkPlan, bulkPlan } from '#lib/queries/jobs/bulk-plan.ts'
import { gainingPools } from '#lib/queries/jobs/gaining-pools.ts'
import { runtime } from '#lib/runtime.ts'
import { firstWaiting } from '#lib/services/actions/first-waiting.ts'
import { JobTarget } from '#lib/services/jobs/job-order.ts'
import { type SinceSeen, sinceSeen } from '#lib/services/jobs/since-seen.ts'
import { type TargetTrial, tryTargets } from '#lib/services/jobs/try-targets.ts'
import { REASON_SLOT } from '../[kind]/[name]/act/action-form.ts'

/** No answer: signed out, refused, or something nobody foresaw. */
interface NoAnswer {
  readonly problem: string
}

export type OffersAnswer = { readonly offers: readonly BulkOffer[] } | NoAnswer
/**
 * A plan, with how long it takes at least, in milliseconds, who waits for accounts that become free, as sentences, and what of an
 * earlier job's targets changed since they were seen.
 */
export type PlanAnswer =
  | {
      readonly plan: BulkPlan
      readonly expectedMs: number
      readonly waiting: readonly string[]
      readonly since: readonly SinceSeen[]
    }
  | NoAnswer
export type TrialAnswer = { readonly trials: readonly TargetTrial[] } | NoAnswer
type StartAnswer = { readonly id: string } | NoAnswer

const Chosen = z
  .array(z.strictObject({ kind: z.enum(BINDING_KINDS), name: z.string().min(1).max(253) }))
  .max(MOST_TARGETS)
const Until = z.iso.datetime().nullable()
const JobId = z.string().max(64).nullable()

/** What can be done to a selection, for whoever has the role. */
export async function offersOf(chosen: unknown): Promise<OffersAnswer> {
  try {
    await requireRole(runtime().auth, 'viewer')
    return { offers: bulkOffers(runtime().context(), Chosen.parse(chosen)) }
  } catch (error) {
    return { problem: answerTo(error).detail }
  }
}

/** What an action on a selection would do now; nothing is written or recorded. `retryOf` names the job whose targets these were. */
export async function planOf(action: unknown, chosen: unknown, until: unknown, retryOf: unknown): Promise<PlanAnswer> {
  try {
    const { name: by } = await requireRole(runtime().auth, 'viewer')
    const end = Until.parse(until)
    const first = JobId.parse(retryOf)
    const undone = first === null ? [] : await runtime().jobs.undone(first)
    // Nothing comes between: what changed is told of the versions the plan is for.
    const context = runtime().context()
    const said = { reason: REASON_SLOT, by }
    const at = end === null ? null : Date.parse(end)
    const plan = bulkPlan(context, z.enum(ACTIONS).parse(action), Chosen.parse(chosen), at, said)
    const { inventory } = context
    runtime().jobs.show(
      plan.targets.map(({ kind, name }) => bindingKey({ kind, namespace: inventory.namespace, name })),
    )
    const planned = new Set(plan.targets.map(({ kind, name }) => `${kind} ${name}`))
    const since = sinceSeen(undone, key => inventory.binding(key)).filter(({ kind, name }) =>
      planned.has(`${kind} ${name}`),
    )
    const expectedMs = await runtime().jobs.expectedMs(plan.targets.length)
    return { plan, expectedMs, waiting: await waitingWords(gainingPools(context, plan)), since }
  } catch (error) {
    return { problem: answerTo(error).detail }
  }
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

/** What the API server says to the first few targets of a plan, by dry runs; nothing is written or recorded. The verbs ask for the role. */
export async function trialOf(action: unknown, targets: unknown, until: unknown): Promise<TrialAnswer> {
  try {
    const user = await requireRole(runtime().auth, 'viewer')
    const { inventory } = runtime().context()
    const trials = await tryTargets(runtime().actions, user, {
      action: z.enum(ACTIONS).parse(action),
      namespace: inventory.namespace,
      until: Until.parse(until),
      targets: z.array(JobTarget).max(MOST_TRIED).parse(targets),
    })
    return { trials }
  } catch (error) {
    return { problem: answerTo(error).detail }
  }
}

/** Starts a job. What is not in order, or needs another role, is refused by the service, so that the attempt is recorded. */
export async function startBulk(key: unknown, order: unknown): Promise<StartAnswer> {
  try {
    const user = await requireRole(runtime().auth, 'viewer')
    const request = { user, requestId: randomUUID(), key: typeof key === 'string' ? key : null }
    const { job } = await runtime().jobs.start(request, order)
    return { id: job.id }
  } catch (error) {
    return { problem: answerTo(error).detail }
  }
}
