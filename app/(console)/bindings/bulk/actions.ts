'use server'

import { actionRequestId, signInFirst, textArgument } from '#app/(console)/server-action.ts'
import { NEEDED_ROLES } from '#lib/auth/needed-roles.ts'
import { requireProvedWriter, requireRole, requireWriter } from '#lib/auth/session.ts'
import type { BulkOffer } from '#lib/queries/bindings/bulk-offers.ts'
import { runtime } from '#lib/runtime.ts'
import { describeError } from '#lib/services/describe-error.ts'
import type { PlannedJob, TargetDryRun } from '#lib/services/jobs/plan-job.ts'

/** The request failed: signed out, refused, or an unexpected error. */
interface NoAnswer {
  readonly problem: string
}

export type OffersAnswer = { readonly offers: readonly BulkOffer[] } | NoAnswer
/** `signIn`: why the person has to sign in again first; null when the sign-in is recent enough. */
export type PlanAnswer = (PlannedJob & { readonly signIn: string | null }) | NoAnswer
export type DryRunAnswer = { readonly dryRuns: readonly TargetDryRun[] } | NoAnswer
type StartAnswer = { readonly id: string } | NoAnswer

/** Lists the actions that the selection allows, regardless of the caller's role. */
export async function offersOf(chosen: unknown): Promise<OffersAnswer> {
  try {
    await requireRole(runtime().auth, NEEDED_ROLES.look)
    return { offers: runtime().jobPlans.offers(chosen) }
  } catch (error) {
    return { problem: describeError(error).detail }
  }
}

/**
 * Plans an action on a selection. Writes and records nothing. `retryOf` names the job whose targets
 * these were.
 */
export async function planOf(action: unknown, chosen: unknown, until: unknown, retryOf: unknown): Promise<PlanAnswer> {
  try {
    const user = await requireRole(runtime().auth, NEEDED_ROLES.look)
    const now = await runtime().jobPlans.plan(user, { action, chosen, until, retryOf })
    return { ...now, signIn: now.plan.dangers.length > 0 ? await signInFirst(user) : null }
  } catch (error) {
    return { problem: describeError(error).detail }
  }
}

/**
 * Dry-runs the first few targets of a plan on the API server. Writes and records nothing; the verbs
 * check the role.
 */
export async function dryRunSample(action: unknown, targets: unknown, until: unknown): Promise<DryRunAnswer> {
  try {
    const user = await requireRole(runtime().auth, NEEDED_ROLES.look)
    return { dryRuns: await runtime().jobPlans.dryRun(user, { action, targets, until }) }
  } catch (error) {
    return { problem: describeError(error).detail }
  }
}

/**
 * Starts a job. The service refuses invalid input and missing roles, so that it records the
 * attempt.
 */
export async function startBulk(key: unknown, order: unknown): Promise<StartAnswer> {
  try {
    const { user, signedInAt } = await requireProvedWriter(runtime().auth)
    const request = { user, requestId: actionRequestId(), key: typeof key === 'string' ? key : null, signedInAt }
    const { job } = await runtime().jobs.start(request, order)
    return { id: job.id }
  } catch (error) {
    return { problem: describeError(error).detail }
  }
}

/**
 * Cancels a job. Returns null on success, otherwise the reason. The service finds the job, checks
 * the role and records the attempt.
 */
export async function cancelJob(id: unknown): Promise<string | null> {
  try {
    const user = await requireWriter(runtime().auth)
    await runtime().jobs.cancel({ user, requestId: actionRequestId() }, textArgument(id))
    return null
  } catch (error) {
    return describeError(error).detail
  }
}
