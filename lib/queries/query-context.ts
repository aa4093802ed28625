import type { CleaningSettings } from '#lib/garden/cleaning/cleaner-outlook.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { SelectionConfig } from '#lib/hap/selection/usage.ts'
import type { Semantics } from '#lib/hap/semantics.ts'
import type { StateSince } from './bindings/state-clocks.ts'
import type { AlarmsInForce } from './pools/pool-rates.ts'
import type { PlanSource } from './shoots/plan-source.ts'

/** What every read looks at: the inventory, the rules and settings in force, and the moment, in milliseconds since 1970. */
export interface BaseContext {
  readonly inventory: Inventory
  readonly rules: Omit<SelectionConfig, 'policy' | 'at'>
  /** Grows whenever other rules or settings came into force, alarms changed by themselves, or other plans of clusters are known. */
  readonly rulesRevision: number
  readonly semantics: Semantics
  /** Who knows plans and platform regions of clusters, most trusted first; always the same list. */
  readonly plans: readonly PlanSource[]
  readonly clocks: StateSince
  /** What cleaners may do. */
  readonly cleaning: CleaningSettings
  readonly at: number
}

/** The same with the alarms of the pools at that moment. */
export interface QueryContext extends BaseContext {
  readonly alarms: () => AlarmsInForce
}
