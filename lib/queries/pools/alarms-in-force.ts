import type { PoolMarks } from '#lib/hap/pools/alarm.ts'
import type { RaisedAlarms } from '#lib/store/alarms.ts'
import type { PoolRates } from '../history/pool-rates.ts'

/** What alarms are decided by, and which are raised. */
export interface AlarmsInForce {
  readonly marks: { readonly accounts: PoolMarks; readonly days: PoolMarks }
  readonly rates: PoolRates
  readonly raised: RaisedAlarms
}
