import type { JobTargetDetail } from '#lib/services/jobs/job-detail.ts'

/** What a target came to, in words; empty for nothing. */
export function resultWords({ change, message }: Pick<JobTargetDetail, 'change' | 'message'>): string {
  return [change, message].filter(each => each !== null).join('. ')
}
