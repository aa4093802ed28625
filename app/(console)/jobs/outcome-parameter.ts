import { TARGET_STATUSES, TO_RETRY } from '#lib/hap/actions/job.ts'

/**
 * Parses the outcome filter of an address: a comma-separated list or `to-retry`; empty = all.
 * Ignores unknown outcomes.
 */
export function outcomeParameter(text: string): string {
  if (text === TO_RETRY) return text
  const wanted = text.split(',')
  return TARGET_STATUSES.filter(status => wanted.includes(status)).join(',')
}
