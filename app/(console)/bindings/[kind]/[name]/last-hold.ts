import type { AuditRow } from '#lib/queries/audit/audit-list.ts'
import type { TimelineItem } from '#lib/queries/timeline.ts'

/**
 * Returns the action that set the current hold; null when something else changed the hold since.
 * Items are newest first.
 */
export function lastHold(items: readonly TimelineItem[]): AuditRow | null {
  for (const item of items) {
    if (item.kind === 'state' && item.to !== 'held') return null
    if (item.kind !== 'action' || item.row.outcome !== 'accepted') continue
    if (item.row.action === 'hold') return item.row
    if (item.row.action === 'unhold') return null
  }
  return null
}
