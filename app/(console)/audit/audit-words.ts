import { formatCount, formatPlural } from '#components/ui/format.ts'
import { MOST_COUNTED } from '#lib/hap/audit/most-counted.ts'
import type { AuditPage } from '#lib/queries/audit/list-audit.ts'
import { noListExportReason } from '../no-list-export-reason.ts'

type Totals = Pick<AuditPage, 'hits' | 'of'>

/** "12 of 1,234 actions"; what is not counted to its end is "100,000 or more". */
export function summaryText({ hits, of }: Totals): string {
  return hits === of ? counted(of) : `${counted(hits, '')} of ${counted(of)}`
}

/** For the search box. */
export function hitsText({ hits, of }: Totals): string {
  return `${counted(hits, '')} of ${counted(of)}`
}

/** Why the view cannot be exported; null when it can. */
export function noExportReason(first: Pick<AuditPage, 'hits' | 'errors'> | null): string | null {
  const reason = noListExportReason(first)
  if (reason !== null || (first?.hits ?? 0) < MOST_COUNTED) return reason
  return `${formatCount(MOST_COUNTED)} actions or more are too many for one file. Narrow the time range.`
}

/** All actions, or how many of them are in sight. */
export function counted(count: number | null, noun = 'action'): string {
  const number = count ?? 0
  if (number >= MOST_COUNTED) return `${formatCount(number)} or more${noun === '' ? '' : ` ${noun}s`}`
  return noun === '' ? formatCount(number) : formatPlural(number, noun)
}
