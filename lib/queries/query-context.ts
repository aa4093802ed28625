import type { CleaningSettings } from '#lib/garden/cleaning-progress.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { SelectionConfig } from '#lib/hap/selection/usage.ts'
import type { Semantics } from '#lib/hap/semantics.ts'
import type { StateSince } from './bindings/state-clocks.ts'
import type { AlarmsInForce } from './pools/pool-rates.ts'
import type { PlanSource } from './shoots/plan-source.ts'

/**
 * Input of every query: the inventory, the rules and settings in force, and the moment in
 * milliseconds since 1970.
 */
export interface BaseContext {
  readonly inventory: Inventory
  readonly rules: Omit<SelectionConfig, 'policy' | 'at'>
  /** Increases when rules, settings or known plans change, and when an alarm changes by itself. */
  readonly rulesRevision: number
  readonly semantics: Semantics
  /** Sources of plans and platform regions, most trusted first; the same array in every context, since caches compare it by identity. */
  readonly plans: readonly PlanSource[]
  readonly clocks: StateSince
  /** Settings of the cleaners. */
  readonly cleaning: CleaningSettings
  readonly at: number
}

/** Adds the alarms of the pools at that moment. */
export interface QueryContext extends BaseContext {
  readonly alarms: () => AlarmsInForce
}
