import type { BindingTable } from './binding-table.ts'
import type { ChangeLog } from './change-log.ts'
import type { ClaimTable } from './claim-table.ts'
import type { ConditionTable } from './condition-table.ts'
import type { Sources } from './freshness.ts'
import type { Notifier } from './notifier.ts'
import type { ShootTable } from './shoot-table.ts'

/** What an inventory reads from and its writer writes to. */
export interface InventoryState {
  readonly namespace: string
  readonly bindings: BindingTable
  readonly shoots: ShootTable
  /** Open claims of the database. */
  /** Open ones. */
  readonly claims: ClaimTable
  /** Those that were given back and are not dealt with. */
  readonly givenBack: ClaimTable
  /** Accounts that Gardener refuses. */
  readonly conditions: ConditionTable
  readonly log: ChangeLog
  readonly notifier: Notifier
  readonly sources: Sources
}
