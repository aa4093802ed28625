import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { DEFAULT_WINDOW } from '#lib/hap/pools/alarm.ts'
import { areBindingsRead, getHealth } from '#lib/queries/health.ts'
import { readPoolRates } from '#lib/queries/pools/pool-history.ts'
import { type AlarmsInForce, NO_RATES } from '#lib/queries/pools/pool-rates.ts'
import { decideAlarms } from '#lib/queries/pools/pool-row.ts'
import type { BaseContext } from '#lib/queries/query-context.ts'
import { lockAlarms, type RaisedAlarms, readAlarms, sameAlarms, writeAlarms } from '#lib/store/alarms.ts'
import type { Store } from '#lib/store/store.ts'

/** Rates of pools are recomputed at this interval. */
const RATES_MS = 60_000

/**
 * The alarms of the pools. An alarm has two thresholds (hysteresis), so that its state must survive restarts and be equal in all replicas:
 * each replica keeps it in memory and synchronises it with the database. While the database is down the state in memory applies.
 */
export class PoolAlarms {
  readonly #store: Store
  readonly #marks: AlarmsInForce['marks']
  #rates = NO_RATES
  #ratesAt = Number.NEGATIVE_INFINITY
  #raised: RaisedAlarms = new Map()
  /** The alarms in the database at the last synchronisation. */
  #synchronised: RaisedAlarms = new Map()
  #decided = ''
  #revision = 0

  constructor(store: Store, marks: AlarmsInForce['marks']) {
    this.#store = store
    this.#marks = marks
  }

  /** Grows when alarms change without a change in Gardener. */
  get revision(): number {
    return this.#revision
  }

  /** The alarms in force. */
  of(context: BaseContext): AlarmsInForce {
    const { inventory, rulesRevision } = context
    const decided = `${inventory.version} ${rulesRevision}`
    if (decided !== this.#decided && isConclusive(inventory)) {
      this.#raised = decideAlarms(this.#inForce(this.#raised), context)
      this.#decided = decided
    }
    return this.#inForce(this.#raised)
  }

  /** Writes changed alarms to the database and reads those of other replicas. Called regularly, one call at a time. */
  async sync(context: BaseContext): Promise<void> {
    if (this.#store.health().state !== 'up' || !isConclusive(context.inventory)) return
    const shown = this.of(context).raised
    if (context.at - this.#ratesAt >= RATES_MS) {
      this.#rates = await readPoolRates(this.#store.db, context.at, DEFAULT_WINDOW)
      this.#ratesAt = context.at
    }
    const known = await readAlarms(this.#store.db)
    const stored = sameAlarms(known, this.#decide(known, context)) ? known : await this.#write(context)
    // Alarms that changed since `shown` are written by the next call.
    this.#raised = mergeAlarms(stored, shown, this.#raised)
    this.#synchronised = stored
    if (!sameAlarms(shown, this.#raised)) this.#revision++
  }

  async #write(context: BaseContext): Promise<RaisedAlarms> {
    return this.#store.transaction(
      async tx => {
        await lockAlarms(tx)
        const known = await readAlarms(tx)
        const now = this.#decide(known, context)
        await writeAlarms(tx, known, now)
        return now
      },
      { isolation: 'read-committed' },
    )
  }

  /** Recomputes the alarms from the database and the changes of this replica since the last synchronisation. */
  #decide(known: RaisedAlarms, context: BaseContext): RaisedAlarms {
    return decideAlarms(this.#inForce(mergeAlarms(known, this.#synchronised, this.#raised)), context)
  }

  #inForce(raised: RaisedAlarms): AlarmsInForce {
    return { marks: this.#marks, rates: this.#rates, raised }
  }
}

/** Three-way merge: `known` with the changes from `then` to `now`. */
function mergeAlarms(known: RaisedAlarms, then: RaisedAlarms, now: RaisedAlarms): RaisedAlarms {
  const keys = new Set([...known.keys(), ...now.keys()])
  return new Map(
    Array.from(keys, key => {
      const fresh = [...(now.get(key) ?? [])].filter(([reason]) => !then.get(key)?.has(reason))
      const remaining = [...(known.get(key) ?? [])].filter(
        ([reason]) => !then.get(key)?.has(reason) || now.get(key)?.has(reason),
      )
      return [key, new Map([...fresh, ...remaining])]
    }),
  )
}

/** Whether the inventory is complete and fresh enough for decisions about alarms. */
function isConclusive(inventory: Inventory): boolean {
  return areBindingsRead({ inventory }) && getHealth({ inventory }).phase !== 'stale'
}
