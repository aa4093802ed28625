import { z } from 'zod'
import type { User } from '#lib/auth/session.ts'
import { TARGET_STATUSES } from '#lib/hap/actions/target-status.ts'
import type { JobRequest } from '#lib/services/jobs/start-job.ts'
import { requestIdOf } from './request-id.ts'
import { LIST_PART } from './whole-number.ts'

/** Who asks for what, from a request. */
export function jobRequest(user: User, request: Request): JobRequest {
  return { user, requestId: requestIdOf(request), key: request.headers.get('idempotency-key') }
}

const Window = z.object(LIST_PART)

const Targets = Window.extend({
  status: z
    .string()
    .transform(list => list.split(','))
    .pipe(z.array(z.enum(TARGET_STATUSES, { error: `must be one of ${TARGET_STATUSES.join(', ')}` })))
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
