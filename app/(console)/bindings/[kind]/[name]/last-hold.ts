import type { AuditRow } from '#lib/queries/audit/audit-list.ts'
import type { TimelineItem } from '#lib/queries/timeline.ts'

/** The action that put a binding on hold, by its timeline from the newest on; null when something else changed its hold since. */
export function lastHold(items: readonly TimelineItem[]): AuditRow | null {
  for (const item of items) {
    if (item.kind === 'state' && item.to !== 'held') return null
    if (item.kind !== 'action' || item.row.outcome !== 'accepted') continue
    if (item.row.action === 'hold') return item.row
    if (item.row.action === 'unhold') return null
  }
  return null
}
