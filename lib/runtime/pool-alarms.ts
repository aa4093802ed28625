import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { DEFAULT_WINDOW } from '#lib/hap/pools/alarm.ts'
import { areBindingsRead, getHealth } from '#lib/queries/health.ts'
import { readPoolRates } from '#lib/queries/pools/pool-history.ts'
import { type AlarmsInForce, NO_RATES } from '#lib/queries/pools/pool-rates.ts'
import { decideAlarms } from '#lib/queries/pools/pool-row.ts'
import type { BaseContext } from '#lib/queries/query-context.ts'
import { lockAlarms, type RaisedAlarms, readAlarms, sameAlarms, writeAlarms } from '#lib/store/alarms.ts'
import type { Store } from '#lib/store/store.ts'

/** A rate does not change within a minute. */
const RATES_MS = 60_000

/**
 * The alarms of the pools. What a page was told is remembered at once, and kept in the database, so that an alarm stays as it is
 * between its marks whatever replica is asked and whenever one starts again. While the database is away each goes by what it remembers.
 */
export class PoolAlarms {
  readonly #store: Store
  readonly #marks: AlarmsInForce['marks']
  #rates = NO_RATES
  #ratesAt = Number.NEGATIVE_INFINITY
  #raised: RaisedAlarms = new Map()
  /** What the database had when it was last asked. */
  #written: RaisedAlarms = new Map()
  #decided = ''
  #revision = 0

  constructor(store: Store, marks: AlarmsInForce['marks']) {
    this.#store = store
    this.#marks = marks
  }

  /** Grows when alarms were raised or ended without a change in Gardener. */
  get revision(): number {
    return this.#revision
  }

  /** The alarms at this moment. */
  of(context: BaseContext): AlarmsInForce {
    const { inventory, rulesRevision } = context
    const decided = `${inventory.version} ${rulesRevision}`
    if (decided !== this.#decided && canTell(inventory)) {
      this.#raised = decideAlarms(this.#inForce(this.#raised), context)
      this.#decided = decided
    }
    return this.#inForce(this.#raised)
  }

  /** Tells the database what was raised and ended here, and hears what was elsewhere; to be called now and then, not twice at once. */
  async sync(context: BaseContext): Promise<void> {
    if (this.#store.health().state !== 'up' || !canTell(context.inventory)) return
    const shown = this.of(context).raised
    if (context.at - this.#ratesAt >= RATES_MS) {
      this.#rates = await readPoolRates(this.#store.db, context.at, DEFAULT_WINDOW)
      this.#ratesAt = context.at
    }
    const known = await readAlarms(this.#store.db)
    const kept = sameAlarms(known, this.#decide(known, context)) ? known : await this.#write(context)
    // What a page was told since then is told to the database the next time.
    this.#raised = merged(kept, shown, this.#raised)
    this.#written = kept
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

  /** What the database knows and what came to pass here since it was asked, decided anew. */
  #decide(known: RaisedAlarms, context: BaseContext): RaisedAlarms {
    return decideAlarms(this.#inForce(merged(known, this.#written, this.#raised)), context)
  }

  #inForce(raised: RaisedAlarms): AlarmsInForce {
    return { marks: this.#marks, rates: this.#rates, raised }
  }
}

/** `known`, with what is raised in `now` and was not in `then`, and without what was and is not. */
function merged(known: RaisedAlarms, then: RaisedAlarms, now: RaisedAlarms): RaisedAlarms {
  const keys = new Set([...known.keys(), ...now.keys()])
  return new Map(
    Array.from(keys, key => {
      const fresh = [...(now.get(key) ?? [])].filter(([reason]) => !then.get(key)?.has(reason))
      const left = [...(known.get(key) ?? [])].filter(
        ([reason]) => !then.get(key)?.has(reason) || now.get(key)?.has(reason),
      )
      return [key, new Map([...fresh, ...left])]
    }),
  )
}

/** Of what is old or not all there nothing is concluded. */
function canTell(inventory: Inventory): boolean {
  return areBindingsRead({ inventory }) && getHealth({ inventory }).phase !== 'stale'
}
