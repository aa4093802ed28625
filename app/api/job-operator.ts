import { jobTarget } from '#lib/hap/audit/target.ts'
import { runtime } from '#lib/runtime.ts'
import { attemptDraft, recorded } from '#lib/services/audit/audited.ts'
import { JOB_ENTRIES } from '#lib/services/jobs/job-context.ts'
import { requireJobRole } from '#lib/services/jobs/start-job.ts'
import { requestIdOf } from './request-id.ts'
import type { WriteAttempt } from './write-route.ts'

/**
 * Refuses and records the request of a user whose role allows no action on bindings. The function
 * it returns throws RefusedError or AuditError.
 */
export function jobOperator(entry: 'start' | 'cancel') {
  return async ({ user, params: { id }, request }: WriteAttempt<{ readonly id?: string }>): Promise<void> => {
    const attempt = { user, requestId: requestIdOf(request) }
    const draft = attemptDraft(JOB_ENTRIES[entry], attempt, id === undefined ? [] : [jobTarget(id)])
    await recorded(runtime(), draft, () => requireJobRole(user, null))
  }
}
