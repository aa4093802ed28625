import { z } from 'zod'
import type { User } from '#lib/auth/session.ts'
import { AGAIN_STATUSES, TARGET_STATUSES, TO_RETRY } from '#lib/hap/actions/target-status.ts'
import { readInput } from '#lib/input-problems.ts'
import type { TargetWindow } from '#lib/services/jobs/job-service.ts'
import type { JobRequest } from '#lib/services/jobs/start-job.ts'
import { requestIdOf } from './request-id.ts'
import { signInOf } from './sender.ts'
import { LIST_PART } from './whole-number.ts'

/** Who asks for what, from a request. */
export async function jobRequest(user: User, request: Request): Promise<JobRequest> {
  const signedInAt = await signInOf(user)
  return { user, requestId: requestIdOf(request), key: request.headers.get('idempotency-key'), signedInAt }
}

const STATUSES = [...TARGET_STATUSES, TO_RETRY] as const

export const TargetsQuery = z.object({
  ...LIST_PART,
  status: z
    .string()
    .transform(list => list.split(','))
    .pipe(z.array(z.enum(STATUSES, { error: `must be one of ${STATUSES.join(', ')}` })))
    .optional(),
})

type Query = Readonly<Record<string, string>>

/** The parameters of the targets of a job; `to-retry` stands for all there are to try again. Throws ZodError. */
export function parseTargetWindow(query: Query): TargetWindow {
  const { status, offset, limit } = readInput(TargetsQuery, query)
  if (status?.includes(TO_RETRY)) return { statuses: AGAIN_STATUSES, left: true, offset, limit }
  return { statuses: status?.filter(each => each !== TO_RETRY) ?? null, offset, limit }
}
