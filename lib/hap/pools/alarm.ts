import { isRaised, type Marks } from './marks.ts'
import type { Runway } from './runway.ts'

/** Why a pool raises an alarm: it has few accounts left, or those it has do not last. */
export const ALARM_REASONS = ['low', 'runway'] as const

export type AlarmReason = (typeof ALARM_REASONS)[number]

/** In a search of pools: those that raise an alarm and still have something to give. */
export const RUNNING_LOW = 'alarm:low,runway -problem:exhausted'

interface PoolRoom {
  /** Accounts a new tenant may get. */
  readonly usable: number
  readonly runway: Runway
}

interface AlarmMarks {
  readonly accounts: Marks
  readonly days: Marks
}

/** Why a pool raises an alarm now, given why it did before. While nobody can tell how long it lasts, that alarm stays as it was. */
export function alarmsOf(
  before: ReadonlySet<AlarmReason>,
  { usable, runway }: PoolRoom,
  { accounts, days }: AlarmMarks,
): readonly AlarmReason[] {
  const raised: Readonly<Record<AlarmReason, boolean>> = {
    low: isRaised(before.has('low'), usable, accounts),
    runway:
      runway.kind === 'unknown'
        ? before.has('runway')
        : isRaised(before.has('runway'), runway.kind === 'steady' ? Number.POSITIVE_INFINITY : runway.days, days),
  }
  return ALARM_REASONS.filter(reason => raised[reason])
}

/** Since when these alarms are raised: as long as the oldest of them, RFC 3339; null without any. */
export function raisedSince(alarms: readonly { readonly since: string }[]): string | null {
  return alarms.map(({ since }) => since).sort()[0] ?? null
}
