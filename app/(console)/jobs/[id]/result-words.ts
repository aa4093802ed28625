import type { ToldTarget } from '#app/api/job-detail.ts'

/** What a target came to, in words; empty for nothing. */
export function resultWords({ change, message }: Pick<ToldTarget, 'change' | 'message'>): string {
  return [change, message].filter(each => each !== null).join('. ')
}
