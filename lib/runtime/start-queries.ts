import type { Env } from '#lib/env.ts'
import type { CleaningSettings } from '#lib/garden/cleaning-progress.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { RuntimeTable } from '#lib/garden/inventory/runtime-table.ts'
import { DEFAULT_WINDOW } from '#lib/hap/pools/alarm.ts'
import type { StateClocks } from '#lib/queries/bindings/state-clocks.ts'
import { areBindingsRead, getHealth } from '#lib/queries/health.ts'
import { readPoolRates } from '#lib/queries/pools/pool-history.ts'
import { type AlarmsInForce, NO_RATES } from '#lib/queries/pools/pool-rates.ts'
import { decideAlarms } from '#lib/queries/pools/pool-row.ts'
import type { BaseContext, QueryContext } from '#lib/queries/query-context.ts'
import type { PlanSource } from '#lib/queries/shoots/plan-source.ts'
import type { ConfigMapWriter } from '#lib/services/rules/config-map-writer.ts'
import type { SettingsFiles } from '#lib/settings/settings-files.ts'
import { lockAlarms, type RaisedAlarms, readAlarms, sameAlarms, writeAlarms } from '#lib/store/alarms.ts'
import type { Store } from '#lib/store/store.ts'
import type { MultiAccountSettings } from './multi-account-settings.ts'
import { repeat } from './repeat.ts'
import type { RulesInForce } from './rules-in-force.ts'
import type { Shutdown } from './shutdown.ts'

interface ContextParts {
  readonly settings: Env
  readonly files: SettingsFiles
  readonly rules: RulesInForce
  readonly rulesWriter: Pick<ConfigMapWriter, 'changes'>
  readonly store: Store
  readonly inventory: Inventory
  readonly multiAccount: MultiAccountSettings
  readonly plans: readonly PlanSource[]
  readonly clocks: StateClocks
  readonly cleaning: CleaningSettings
  /** The table of one of the sources; null without it. */
  readonly runtimes: RuntimeTable | null
}

const ALARMS_MS = 2_000

/** Starts the pool alarms. Returns a function that builds the context of a query: inventory, settings and alarms of that moment. */
export function startQueries(
  {
    settings,
    files,
    rules,
    rulesWriter,
    store,
    inventory,
    multiAccount,
    plans,
    runtimes,
    clocks,
    cleaning,
  }: ContextParts,
  shutdown: Shutdown,
): () => QueryContext {
  const alarms = new PoolAlarms(store, { accounts: settings.HAP_LOW_WATER, days: settings.HAP_LOW_RUNWAY })
  const now = (): BaseContext => {
    const { active } = rules
    return {
      inventory,
      rules: {
        ruleset: active.ruleset,
        plans: active.plans,
        multiAccount: multiAccount.active,
        kebKinds: settings.HAP_KEB_KINDS,
      },
      // Each counter only grows.
      rulesRevision:
        files.revision +
        rules.changes +
        rulesWriter.changes +
        multiAccount.version +
        alarms.revision +
        clocks.changes +
        (runtimes?.changes ?? 0),
      semantics: settings.HAP_SEMANTICS,
      plans,
      clocks,
      cleaning,
      at: store.now(),
    }
  }
  shutdown.add(repeat(ALARMS_MS, () => alarms.sync(now()), 'alarms of pools were not synchronised'))
  return () => {
    const base = now()
    return { ...base, alarms: () => alarms.of(base) }
  }
}

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
