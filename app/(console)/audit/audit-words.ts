import { formatCount, formatPlural } from '#components/ui/format.ts'
import { MOST_COUNTED } from '#lib/hap/audit/most-counted.ts'
import type { AuditPage } from '#lib/queries/audit/list-audit.ts'

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
  if (first === null) return 'The actions have not been read yet.'
  if (first.errors.length > 0) return 'The search is not understood.'
  if (first.hits === 0) return 'There is nothing to export.'
  const most = formatCount(MOST_COUNTED)
  return (first.hits ?? 0) < MOST_COUNTED ? null : `${most} actions or more are too many for one file. Take less time.`
}

/** All actions, or how many of them are in sight. */
export function counted(count: number | null, noun = 'action'): string {
  const number = count ?? 0
  if (number >= MOST_COUNTED) return `${formatCount(number)} or more${noun === '' ? '' : ` ${noun}s`}`
  return noun === '' ? formatCount(number) : formatPlural(number, noun)
}
