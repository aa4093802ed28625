import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ACTIONS } from '#lib/hap/actions/action.ts'
import { MAX_JOB_TARGETS, RETRYABLE_STATUSES, TARGET_STATUSES, TO_RETRY } from '#lib/hap/actions/job.ts'
import { BINDING_KINDS, BINDING_NAME } from '#lib/hap/pools/binding.ts'
import { formatInputProblems, INPUT_MESSAGES, parseInput } from '#lib/input-problems.ts'
import { HoldInput, SeenVersion } from '#lib/services/actions/action-order.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { TargetChoice } from '#lib/store/jobs/jobs.ts'
import { LIST_PART } from '#lib/util/whole-number.ts'

const { reason, ticket, until } = HoldInput.shape

/** A binding at the version that the user saw. */
export const JobTarget = z.strictObject({
  kind: z.enum(BINDING_KINDS),
  name: z.string().regex(BINDING_NAME, { error: 'must be the name of a binding' }),
  seenVersion: SeenVersion,
})

export const JobBody = z.strictObject({
  action: z.enum(ACTIONS),
  targets: z
    .array(JobTarget)
    .min(1, { error: 'must name at least one binding' })
    .max(MAX_JOB_TARGETS, { error: `must name at most ${MAX_JOB_TARGETS} bindings` }),
  reason,
  ticket,
  until,
  retryOf: z.string().min(1).max(64).nullish(),
})

const Key = z.string().regex(/^[\x21-\x7e]{1,200}$/)

/** One action on many bindings, as ordered. */
export interface JobOrder {
  readonly action: z.output<typeof JobBody>['action']
  readonly targets: readonly z.output<typeof JobTarget>[]
  readonly reason: string
  readonly ticket: string | null
  readonly until: string | null
  /** The job whose failed targets are retried; null for none. */
  readonly retryOf: string | null
}

/** Parses a job from untrusted input. Throws RefusedError. */
export function parseJob(input: unknown): JobOrder {
  const parsed = JobBody.safeParse(input, { error: INPUT_MESSAGES })
  if (!parsed.success) throw new RefusedError(400, formatInputProblems(parsed.error, 'job').slice(0, 5).join('; '))
  const { ticket: given = null, until: end = null, retryOf = null, ...rest } = parsed.data
  if (end !== null && rest.action !== 'hold') throw new RefusedError(400, 'until: only allowed for hold')
  const twice = findDuplicate(rest.targets.map(({ kind, name }) => `${kind} ${name}`))
  if (twice !== null) throw new RefusedError(400, `targets: ${twice} is named twice`)
  return { ...rest, retryOf, ticket: given, until: end === null ? null : new Date(end).toISOString() }
}

/**
 * The id of a job by the user and the Idempotency-Key: the same key of the same user is the same
 * job. Throws RefusedError.
 */
export function jobIdOf(userId: string, key: string | null): string {
  if (!Key.safeParse(key).success)
    throw new RefusedError(
      400,
      'Idempotency-Key: is required, 1 to 200 printable characters without blanks: requests with the same key start one job',
    )
  return digest(`${userId}\n${key}`).slice(0, 22)
}

/** A digest that is equal for equal orders. */
export function fingerprintOf(order: JobOrder): string {
  return digest(JSON.stringify(order))
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

function findDuplicate(names: readonly string[]): string | null {
  const seen = new Set<string>()
  return names.find(name => seen.size === seen.add(name).size) ?? null
}

export const RetryBody = z.strictObject({
  seen: z
    .array(JobTarget)
    .max(MAX_JOB_TARGETS, { error: `must name at most ${MAX_JOB_TARGETS} bindings` })
    .default([]),
})

/**
 * Versions that the user has reviewed, by `kind name`, of bindings that changed since the first job
 * was ordered.
 */
export type SeenVersions = ReadonlyMap<string, string>

/**
 * Parses `{seen: [{kind, name, seenVersion}]}` from untrusted input; no input names no version.
 * Throws RefusedError.
 */
export function parseRetry(input: unknown): SeenVersions {
  const parsed = RetryBody.safeParse(input ?? {}, { error: INPUT_MESSAGES })
  if (!parsed.success) throw new RefusedError(400, formatInputProblems(parsed.error, 'retry').slice(0, 5).join('; '))
  return new Map(parsed.data.seen.map(({ kind, name, seenVersion }) => [`${kind} ${name}`, seenVersion]))
}

const STATUSES = [...TARGET_STATUSES, TO_RETRY] as const

export const TargetsQuery = z.object({
  status: z
    .string()
    .transform(list => list.split(','))
    .pipe(z.array(z.enum(STATUSES, { error: `must be one of ${STATUSES.join(', ')}` })))
    .optional(),
  ...LIST_PART,
})

type Query = Readonly<Record<string, string>>

export interface TargetWindow extends TargetChoice {
  readonly offset: number
  readonly limit: number
}

/** Parses the query parameters of a job's targets. Throws ZodError. */
export function parseTargetWindow(query: Query): TargetWindow {
  return buildTargetWindow(parseInput(TargetsQuery, query))
}

/** Builds the window of a job's targets; `to-retry` selects all targets that can be retried. */
export function buildTargetWindow({ status, offset, limit }: z.output<typeof TargetsQuery>): TargetWindow {
  if (status?.includes(TO_RETRY)) return { statuses: RETRYABLE_STATUSES, left: true, offset, limit }
  return { statuses: status?.filter(each => each !== TO_RETRY) ?? null, offset, limit }
}
