import type { Env } from '#lib/env.ts'
import type { CleaningSettings } from '#lib/garden/cleaning/cleaner-outlook.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { RuntimeTable } from '#lib/garden/inventory/runtime-table.ts'
import type { StateClocks } from '#lib/queries/bindings/state-clocks.ts'
import type { BaseContext, QueryContext } from '#lib/queries/query-context.ts'
import type { PlanSource } from '#lib/queries/shoots/plan-source.ts'
import type { ConfigMapWriter } from '#lib/services/rules/config-map-writer.ts'
import type { SettingsFiles } from '#lib/settings/settings-files.ts'
import type { Store } from '#lib/store/store.ts'
import type { MultiAccountSettings } from './multi-account-settings.ts'
import { PoolAlarms } from './pool-alarms.ts'
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
      rules: { ruleset: active.ruleset, plans: active.plans, multiAccount: multiAccount.active },
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
