import { TARGET_STATUSES } from '#lib/hap/actions/target-status.ts'

/** The outcomes an address asks for, as a list with commas; empty = all. What is none is left out. */
export function outcomeParameter(text: string): string {
  const wanted = text.split(',')
  return TARGET_STATUSES.filter(status => wanted.includes(status)).join(',')
}
