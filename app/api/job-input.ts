import { z } from 'zod'
import type { User } from '#lib/auth/session.ts'
import { TARGET_STATUSES } from '#lib/hap/actions/target-status.ts'
import type { JobRequest } from '#lib/services/jobs/start-job.ts'

/** Room for a job of the most targets, with the longest names there are. */
export const JOB_BYTES = 2_000_000

/** Who asks for what, from a request. */
export function jobRequest(user: User, { headers }: Request): JobRequest {
  return { user, requestId: headers.get('x-request-id')?.slice(0, 100) ?? null, key: headers.get('idempotency-key') }
}

const wholeNumber = (least: number, most: number, fallback: number) =>
  z
    .string()
    .regex(/^\d{1,7}$/, { error: 'must be a whole number' })
    .transform(Number)
    .refine(value => value >= least && value <= most, { error: `must be from ${least} to ${most}` })
    .default(fallback)

const Window = z.object({ offset: wholeNumber(0, 1_000_000, 0), limit: wholeNumber(1, 500, 100) })

const Targets = Window.extend({
  status: z
    .string()
    .transform(list => list.split(','))
    .pipe(z.array(z.enum(TARGET_STATUSES, { error: `must be out of ${TARGET_STATUSES.join(', ')}` })))
    .optional(),
})

type Query = Readonly<Record<string, string>>

/** The parameters of the list of jobs. Throws ZodError. */
export function parseJobWindow(query: Query): z.output<typeof Window> {
  return Window.parse(query)
}

/** The parameters of the targets of a job. Throws ZodError. */
export function parseTargetWindow(query: Query) {
  const { status, offset, limit } = Targets.parse(query)
  return { statuses: status ?? null, offset, limit }
}
