import type { JobTargetDetail } from '#lib/services/jobs/job-detail.ts'

/** Result of a target as text; empty without one. */
export function resultWords({ change, message }: Pick<JobTargetDetail, 'change' | 'message'>): string {
  return [change, message].filter(each => each !== null).join('. ')
}
