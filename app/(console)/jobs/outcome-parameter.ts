import { TARGET_STATUSES, TO_RETRY } from '#lib/hap/actions/job.ts'

/** The outcomes an address asks for, as a list with commas, or `to-retry`; empty = all. What is none is left out. */
export function outcomeParameter(text: string): string {
  if (text === TO_RETRY) return text
  const wanted = text.split(',')
  return TARGET_STATUSES.filter(status => wanted.includes(status)).join(',')
}
