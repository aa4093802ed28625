import { createHash } from 'node:crypto'
import { z } from 'zod'
import { ACTIONS } from '#lib/hap/actions/action.ts'
import { MOST_TARGETS } from '#lib/hap/actions/job.ts'
import { BINDING_KINDS, BINDING_NAME } from '#lib/hap/pools/binding.ts'
import { INPUT_WORDS, inputProblems } from '#lib/input-problems.ts'
import { HoldInput, SeenVersion } from '#lib/services/actions/action-order.ts'
import { RefusedError } from '#lib/services/refused-error.ts'

const { reason, ticket, until } = HoldInput.shape

/** A binding at the version somebody saw. */
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
    .max(MOST_TARGETS, { error: `must name at most ${MOST_TARGETS} bindings` }),
  reason,
  ticket,
  until,
  retryOf: z.string().min(1).max(64).nullish(),
})

const Key = z.string().regex(/^[\x21-\x7e]{1,200}$/)

/** What somebody wants done to many bindings. */
export interface JobOrder {
  readonly action: z.output<typeof JobBody>['action']
  readonly targets: readonly z.output<typeof JobTarget>[]
  readonly reason: string
  readonly ticket: string | null
  readonly until: string | null
  /** The job whose failed targets these are; null = none. */
  readonly retryOf: string | null
}

/** A job from untrusted data. Throws RefusedError. */
export function parseJob(input: unknown): JobOrder {
  const parsed = JobBody.safeParse(input, { error: INPUT_WORDS })
  if (!parsed.success) throw new RefusedError(400, inputProblems(parsed.error, 'job').slice(0, 5).join('; '))
  const { ticket: given = null, until: end = null, retryOf = null, ...rest } = parsed.data
  if (end !== null && rest.action !== 'hold') throw new RefusedError(400, 'until: only a hold has an end')
  const twice = firstTwice(rest.targets.map(({ kind, name }) => `${kind} ${name}`))
  if (twice !== null) throw new RefusedError(400, `targets: ${twice} is named twice`)
  return { ...rest, retryOf, ticket: given, until: end === null ? null : new Date(end).toISOString() }
}

/** The id of the job that somebody asked for under an Idempotency-Key: the same key of the same person is the same job. Throws RefusedError. */
export function jobIdOf(userId: string, key: string | null): string {
  if (!Key.safeParse(key).success)
    throw new RefusedError(
      400,
      'Idempotency-Key: is required, 1 to 200 printable characters without blanks: the same key starts one job, however often it is sent',
    )
  return digest(`${userId}\n${key}`).slice(0, 22)
}

/** Equal for equal orders. */
export function fingerprintOf(order: JobOrder): string {
  return digest(JSON.stringify(order))
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

function firstTwice(names: readonly string[]): string | null {
  const seen = new Set<string>()
  return names.find(name => seen.size === seen.add(name).size) ?? null
}
