import type { User } from '#lib/auth/session.ts'
import type { JobRequest } from '#lib/services/jobs/start-job.ts'
import { requestIdOf } from './request-id.ts'
import { signInOf } from './sender.ts'

/** Builds the caller's part of a job request from its headers. */
export async function jobRequest(user: User, request: Request): Promise<JobRequest> {
  const signedInAt = await signInOf(user)
  return { user, requestId: requestIdOf(request), key: request.headers.get('idempotency-key'), signedInAt }
}
