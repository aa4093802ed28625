import { ALARM_REASONS, type AlarmReason } from '#lib/hap/pools/alarm.ts'
import type { Db } from '#lib/store/database/client.ts'
import { lockKeys } from './transaction.ts'

/** Raised alarms with their times, by poolKey. */
export type RaisedAlarms = ReadonlyMap<string, ReadonlyMap<AlarmReason, Date>>

/** Key that serialises the replicas. */
const LOCK_KEY = 'pool alarms'

/** Locks the alarms. Call it first in a `read-committed` transaction. */
export async function lockAlarms(tx: Db): Promise<void> {
  await lockKeys(tx, [LOCK_KEY])
}

/** The stored alarms. Throws StoreError. */
export async function readAlarms(db: Db): Promise<RaisedAlarms> {
  const raised = new Map<string, Map<AlarmReason, Date>>()
  const rows = await db.poolAlarm.findMany({ select: { poolKey: true, reason: true, raisedAt: true } })
  for (const { poolKey, reason: text, raisedAt } of rows) {
    const reason = ALARM_REASONS.find(each => each === text)
    if (reason === undefined) continue
    const ofPool = raised.get(poolKey) ?? new Map()
    raised.set(poolKey, ofPool.set(reason, raisedAt))
  }
  return raised
}

/** Replaces the stored alarms by `now`, in a transaction that holds the lock and read `before`. */
export async function writeAlarms(tx: Db, before: RaisedAlarms, now: RaisedAlarms): Promise<void> {
  const ended = entriesOf(before).filter(({ poolKey, reason }) => !now.get(poolKey)?.has(reason))
  if (ended.length > 0) {
    await tx.poolAlarm.deleteMany({ where: { OR: ended.map(({ poolKey, reason }) => ({ poolKey, reason })) } })
  }
  const fresh = entriesOf(now).filter(({ poolKey, reason }) => !before.get(poolKey)?.has(reason))
  if (fresh.length > 0) await tx.poolAlarm.createMany({ data: fresh })
}

function entriesOf(alarms: RaisedAlarms) {
  return Array.from(alarms, ([poolKey, reasons]) =>
    Array.from(reasons, ([reason, raisedAt]) => ({ poolKey, reason, raisedAt })),
  ).flat()
}

/** Whether the same alarms are raised, regardless of their times. */
export function sameAlarms(a: RaisedAlarms, b: RaisedAlarms): boolean {
  const [of, other] = [entriesOf(a), entriesOf(b)]
  return of.length === other.length && of.every(({ poolKey, reason }) => b.get(poolKey)?.has(reason))
}
