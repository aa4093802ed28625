'use server'

import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { answerTo } from '#app/api/problem.ts'
import { requireRole } from '#lib/auth/session.ts'
import { ACTIONS } from '#lib/hap/actions/action.ts'
import { MOST_TARGETS } from '#lib/hap/actions/most-targets.ts'
import { BINDING_KINDS } from '#lib/hap/pools/binding.ts'
import { type BulkOffer, bulkOffers } from '#lib/queries/jobs/bulk-offers.ts'
import { type BulkPlan, bulkPlan } from '#lib/queries/jobs/bulk-plan.ts'
import { runtime } from '#lib/runtime.ts'

/** No answer: signed out, refused, or something nobody foresaw. */
interface NoAnswer {
  readonly problem: string
}

export type OffersAnswer = { readonly offers: readonly BulkOffer[] } | NoAnswer
/** A plan, with how long it takes at least, in milliseconds. */
export type PlanAnswer = { readonly plan: BulkPlan; readonly expectedMs: number } | NoAnswer
type StartAnswer = { readonly id: string } | NoAnswer

const Chosen = z
  .array(z.strictObject({ kind: z.enum(BINDING_KINDS), name: z.string().min(1).max(253) }))
  .max(MOST_TARGETS)
const Until = z.iso.datetime().nullable()

/** What can be done to a selection, for whoever has the role. */
export async function offersOf(chosen: unknown): Promise<OffersAnswer> {
  try {
    await requireRole(runtime().auth, 'viewer')
    return { offers: bulkOffers(runtime().context(), Chosen.parse(chosen)) }
  } catch (error) {
    return { problem: answerTo(error).detail }
  }
}

/** What an action on a selection would do now; nothing is written or recorded. */
export async function planOf(action: unknown, chosen: unknown, until: unknown): Promise<PlanAnswer> {
  try {
    await requireRole(runtime().auth, 'viewer')
    const end = Until.parse(until)
    const plan = bulkPlan(
      runtime().context(),
      z.enum(ACTIONS).parse(action),
      Chosen.parse(chosen),
      end === null ? null : Date.parse(end),
    )
    return { plan, expectedMs: await runtime().jobs.expectedMs(plan.targets.length) }
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
