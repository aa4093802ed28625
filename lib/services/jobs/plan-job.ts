import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { User } from '#lib/auth/session.ts'
import { ACTIONS, type Action, REASON_SLOT } from '#lib/hap/actions/action.ts'
import { describeFirstClaim } from '#lib/hap/actions/consequence.ts'
import { MAX_DRY_RUNS, MAX_JOB_TARGETS } from '#lib/hap/actions/job.ts'
import { identify, identityReason, isAbsent } from '#lib/hap/lifecycle/identity.ts'
import { BINDING_KINDS, type Binding, type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import { parseInput } from '#lib/input-problems.ts'
import { type BulkOffer, listBulkOffers } from '#lib/queries/bindings/bulk-offers.ts'
import { type BulkPlan, filterGainingPools, planBulkAction } from '#lib/queries/bindings/bulk-plan.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import type { ActionResult } from '#lib/services/actions/action-result.ts'
import type { ActionService } from '#lib/services/actions/action-service.ts'
import { type ActionPreview, listPoolQueues } from '#lib/services/actions/preview-action.ts'
import type { Db } from '#lib/store/database/client.ts'
import type { TargetRecord } from '#lib/store/jobs/job-record.ts'
import { JobTarget } from './job-input.ts'
import type { JobService } from './job-service.ts'
import { type ChangedSinceSeen, findChanges } from './seen-bindings.ts'

/**
 * A plan with its estimated minimum duration in milliseconds, sentences about claims that wait for
 * accounts it frees, and the targets of an earlier job that changed since the user saw them.
 */
export interface PlannedJob {
  readonly plan: BulkPlan
  readonly expectedMs: number
  readonly waiting: readonly string[]
  readonly since: readonly ChangedSinceSeen[]
}

interface DryRunServices {
  readonly actions: ActionService
  context(): QueryContext
}

/** The dependencies of planning a job. */
export interface PlanServices extends DryRunServices {
  readonly jobs: Pick<JobService, 'undone' | 'show' | 'expectedMs'>
  readonly store: { readonly db: Db }
}

/**
 * What actions on a selection of bindings would do. No method writes or records anything. The methods throw ZodError, RefusedError,
 * StoreError.
 */
export interface JobPlans {
  /** Lists the actions that a selection allows, regardless of the caller's role. */
  offers(chosen: unknown): readonly BulkOffer[]
  /** Computes what an action on a selection would do now. */
  plan(user: User, input: unknown): Promise<PlannedJob>
  /** Does dry runs of the first targets of a plan; the verbs authorise the user. */
  dryRun(user: User, input: unknown): Promise<readonly TargetDryRun[]>
}

export function createJobPlans(services: PlanServices): JobPlans {
  return {
    offers: chosen => listBulkOffers(services.context(), ChosenBindings.parse(chosen)),
    plan: (user, input) => planJob(services, user, input),
    dryRun: (user, input) => dryRunTargets(services, user, input),
  }
}

/** The bindings that the user selected. */
export const ChosenBindings = z
  .array(z.strictObject({ kind: z.enum(BINDING_KINDS), name: z.string().min(1).max(253) }))
  .max(MAX_JOB_TARGETS)

const until = z.iso.datetime().nullable()

export const PlanInput = z.object({
  action: z.enum(ACTIONS),
  chosen: ChosenBindings,
  /** End of a hold; null for none. */
  until,
  /** The job whose targets these were; null for none. */
  retryOf: z.string().max(64).nullable(),
})

export const DryRunInput = z.object({ action: z.enum(ACTIONS), targets: z.array(JobTarget).max(MAX_DRY_RUNS), until })

/**
 * Computes what an action on a selection would do now. Writes and records nothing. Throws ZodError,
 * RefusedError, StoreError.
 */
export async function planJob(services: PlanServices, { name: by }: User, input: unknown): Promise<PlannedJob> {
  const { action, chosen, until: end, retryOf } = parseInput(PlanInput, input)
  const undone = retryOf === null ? [] : await services.jobs.undone(retryOf)
  // No await between the reads: changes are reported for the versions that the plan shows.
  const context = services.context()
  const reasonGiven = { reason: REASON_SLOT, by }
  const { inventory } = context
  const leftOut = findReplacedTargets(undone, key => inventory.binding(key))
  const wanted = chosen.filter(({ kind, name }) => !leftOut.has(`${kind} ${name}`))
  const planned = planBulkAction(context, action, wanted, end === null ? null : Date.parse(end), reasonGiven)
  const replaced = chosen.flatMap(({ kind, name }) => leftOut.get(`${kind} ${name}`) ?? [])
  const plan = { ...planned, leftOut: [...replaced, ...planned.leftOut] }
  services.jobs.show(plan.targets.map(({ kind, name }) => bindingKey({ kind, namespace: inventory.namespace, name })))
  const targets = new Set(plan.targets.map(({ kind, name }) => `${kind} ${name}`))
  const since = findChanges(undone, key => inventory.binding(key)).filter(({ kind, name }) =>
    targets.has(`${kind} ${name}`),
  )
  const expectedMs = await services.jobs.expectedMs(plan.targets.length, action)
  return {
    plan,
    expectedMs,
    waiting: await waitingMessages(services.store.db, filterGainingPools(context, plan)),
    since,
  }
}

/**
 * Finds the targets of an earlier job whose names belong to bindings of other accounts now, by
 * `kind name`. A retry leaves them out, because no user selected those accounts.
 */
export function findReplacedTargets(
  targets: readonly Pick<TargetRecord, 'binding' | 'remembered'>[],
  bindingOf: (key: string) => Binding | null,
): ReadonlyMap<string, BulkPlan['leftOut'][number]> {
  const found = targets.flatMap(({ binding, remembered }) => {
    const { kind, name } = binding
    const now = bindingOf(bindingKey(binding))
    const identity = identify(remembered, now)
    const reason = now !== null && isAbsent(identity) ? identityReason(identity, name) : null
    return reason === null ? [] : [[`${kind} ${name}`, { kind, name, reason }] as const]
  })
  return new Map(found)
}

function dryRunTargets(services: DryRunServices, user: User, input: unknown): Promise<readonly TargetDryRun[]> {
  const { inventory } = services.context()
  return dryRunTargetsWithin(services.actions, user, {
    ...parseInput(DryRunInput, input),
    namespace: inventory.namespace,
  })
}

async function waitingMessages(db: Db, gaining: BulkPlan['shifts']): Promise<readonly string[]> {
  const queues = await listPoolQueues(
    db,
    gaining.map(({ key }) => key),
  )
  return gaining.flatMap(({ key, pool, before }) => {
    const queue = queues.find(each => each.pool === key)
    return queue ? [describeFirstClaim(queue, pool, before)] : []
  })
}

/** A user waits at a page: targets without a dry run by then are judged by the rules alone. */
const WITHIN_MS = 6_000

/** A binding at the version that the user saw. */
interface DryRunTarget {
  readonly kind: BindingRef['kind']
  readonly name: string
  readonly seenVersion: string
}

/** The result of one target's dry run. */
export interface TargetDryRun extends Pick<DryRunTarget, 'kind' | 'name'> {
  /** `untried`: the API server was too slow or did not answer. */
  readonly verdict: 'accepted' | 'refused' | 'untried'
  /** Why not, as sentences; null if accepted. */
  readonly reason: string | null
}

interface DryRunOrder {
  readonly action: Action
  readonly namespace: string
  readonly until: string | null
  readonly targets: readonly DryRunTarget[]
}

/**
 * Does dry runs of the first targets of a bulk job within a time limit. Writes and records nothing.
 */
export async function dryRunTargetsWithin(
  actions: Pick<ActionService, 'preview'>,
  user: User,
  { action, namespace, until, targets }: DryRunOrder,
  withinMs = WITHIN_MS,
): Promise<readonly TargetDryRun[]> {
  const ending = new AbortController()
  const late = sleep(withinMs, null, { signal: ending.signal, ref: false }).catch(() => null)
  const end = action === 'hold' ? { until } : {}
  try {
    return await Promise.all(
      targets.slice(0, MAX_DRY_RUNS).map(async ({ kind, name, seenVersion }) => {
        const order = { binding: { kind, namespace, name }, seenVersion, ...end }
        const preview = actions.preview(action, user, order, ending.signal)
        // The rejection of an aborted dry run is expected.
        preview.catch(() => {})
        return { kind, name, ...verdictOf(await Promise.race([preview, late])) }
      }),
    )
  } finally {
    ending.abort()
  }
}

function verdictOf(preview: ActionPreview | ActionResult | null): Pick<TargetDryRun, 'verdict' | 'reason'> {
  if (preview === null) return { verdict: 'untried', reason: 'The API server had no time for a dry run.' }
  switch (preview.status) {
    case 'planned':
      return { verdict: preview.objection === null ? 'accepted' : 'refused', reason: preview.objection }
    case 'invalid':
      return { verdict: 'refused', reason: preview.problems.join(' ') }
    case 'done':
      throw new Error('A dry run wrote something.')
    case 'failed':
    case 'cancelled':
    case 'unknown':
      return { verdict: 'untried', reason: preview.reason }
    default:
      return { verdict: 'refused', reason: preview.reason }
  }
}
