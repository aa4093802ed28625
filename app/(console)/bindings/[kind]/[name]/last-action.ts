import type { AuditRow } from '#lib/queries/audit/audit-list.ts'
import type { TimelineItem } from '#lib/queries/timeline.ts'

/**
 * Returns the action that set the current hold; null when something else changed the hold since.
 * Items are newest first.
 */
export function findHoldAction(items: readonly TimelineItem[]): AuditRow | null {
  for (const item of items) {
    if (item.kind === 'state' && item.to !== 'held') return null
    if (item.kind !== 'action' || item.row.outcome !== 'accepted') continue
    if (item.row.action === 'hold') return item.row
    if (item.row.action === 'unhold') return null
  }
  return null
}

/**
 * Returns the action that set the current quarantine; null when a cleaner did, or something else
 * changed the state since. Holds do not change a quarantine. Items are newest first.
 */
export function findQuarantineAction(items: readonly TimelineItem[]): AuditRow | null {
  for (const item of items) {
    if (item.kind === 'state' && (endsQuarantine(item.to) || isAutomatic(item))) return null
    if (item.kind !== 'action' || item.row.outcome !== 'accepted') continue
    if (item.row.action === 'quarantine') return item.row
    if (item.row.action === 'lift' || (item.led !== null && endsQuarantine(item.led.to))) return null
  }
  return null
}

type StateItem = Extract<TimelineItem, { kind: 'state' }>

function endsQuarantine(to: StateItem['to']): boolean {
  return to !== 'quarantined' && to !== 'held'
}

/** The console quarantined the account without an action of a person. */
function isAutomatic({ to, actor, action }: StateItem): boolean {
  return to === 'quarantined' && actor !== null && action === null
}
