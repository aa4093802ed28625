import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { SelectionConfig } from '#lib/hap/selection/selection-config.ts'
import type { Semantics } from '#lib/hap/semantics/policy.ts'

/** What every read looks at: the inventory, the rules and settings in force, and the moment, in milliseconds since 1970. */
export interface QueryContext {
  readonly inventory: Inventory
  readonly rules: Omit<SelectionConfig, 'policy' | 'at'>
  /** Grows whenever other rules or settings came into force. */
  readonly rulesRevision: number
  readonly semantics: Semantics
  readonly at: number
}
