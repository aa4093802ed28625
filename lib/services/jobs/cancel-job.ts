import { jobTarget } from '#lib/hap/audit/target.ts'
import { attemptDraft } from '#lib/services/audit/attempt-draft.ts'
import { audited } from '#lib/services/audit/audited.ts'
import { recorded } from '#lib/services/audit/recorded.ts'
import { RefusedError } from '#lib/services/refused-error.ts'
import type { JobRecord } from '#lib/store/jobs/job-record.ts'
import { askToEnd } from './end-job.ts'
import { JOB_ENTRIES, type JobContext } from './job-context.ts'
import { requireJob } from './require-job.ts'
import { type JobRequest, requireJobRole } from './start-job.ts'

/** Keeps a job from beginning another target; what is at work is seen through. Throws RefusedError, AuditError or another StoreError. */
export async function cancelJob(
  context: JobContext,
  { user, requestId }: Pick<JobRequest, 'user' | 'requestId'>,
  id: string,
): Promise<JobRecord> {
  const draft = attemptDraft(JOB_ENTRIES.cancel, { user, requestId }, [jobTarget(id)])
  await recorded(context, draft, async () => {
    requireJobRole(user, null)
    requireJobRole(user, (await requireJob(context, id)).action)
  })
  const cancelled = await audited(context.audit, draft, async () => {
    const result = await askToEnd(context.store, id)
    return { outcome: result ? 'accepted' : 'refused', detail: result ? null : ENDED, result }
  })
  if (!cancelled) throw new RefusedError(409, ENDED)
  return requireJob(context, id)
}

const ENDED = 'The job has already ended.'
