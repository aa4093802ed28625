import { ALARM_REASONS, type AlarmReason } from '#lib/hap/pools/alarm.ts'
import type { Db } from '#lib/store/database/client.ts'
import { lockKeys } from './transaction.ts'

/** Alarms that are raised, with the moment each was, by poolKey. */
export type RaisedAlarms = ReadonlyMap<string, ReadonlyMap<AlarmReason, Date>>

/** Key under which replicas take turns to raise and end alarms. */
const LOCK_KEY = 'pool alarms'

/** To be first in a transaction of isolation `read-committed` that changes alarms. */
export async function lockAlarms(tx: Db): Promise<void> {
  await lockKeys(tx, [LOCK_KEY])
}

/** The alarms the database knows. Throws StoreError. */
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

/** Makes the alarms of the database those of `now`, within a transaction that took its turn and read `before`. */
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

/** Whether two say the same, whenever they were raised. */
export function sameAlarms(a: RaisedAlarms, b: RaisedAlarms): boolean {
  const [of, other] = [entriesOf(a), entriesOf(b)]
  return of.length === other.length && of.every(({ poolKey, reason }) => b.get(poolKey)?.has(reason))
}
