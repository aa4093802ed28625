import type { IntentDraft } from '#lib/store/audit/entry.ts'
import type { JobContext } from './job-context.ts'
import { JobError } from './job-error.ts'

/** What `check` answers; where it refuses, that is recorded. Throws what it throws, or AuditError. */
export async function recorded<Result>(
  { audit }: Pick<JobContext, 'audit'>,
  draft: IntentDraft,
  check: () => Result | Promise<Result>,
): Promise<Result> {
  try {
    return await check()
  } catch (error) {
    if (error instanceof JobError) await audit.refused(draft, error.message.slice(0, 1_000))
    throw error
  }
}
