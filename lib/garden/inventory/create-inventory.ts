import type { BindingKind } from '#lib/hap/pools/binding.ts'
import { BindingTable } from './binding-table.ts'
import { ChangeLog } from './change-log.ts'
import { ClaimTable } from './claim-table.ts'
import { ConditionTable } from './condition-table.ts'
import { Sources } from './freshness.ts'
import { Inventory } from './inventory.ts'
import { InventoryWriter, type Vanished } from './inventory-writer.ts'
import { Notifier, type Schedule } from './notifier.ts'
import { ShootTable } from './shoot-table.ts'

interface InventoryOptions {
  readonly namespace: string
  /** Kinds that are bindings of HAP. */
  readonly kinds: readonly BindingKind[]
  readonly clock: () => number
  readonly schedule: Schedule
  /** Default: nothing is done about it. */
  readonly vanished?: Vanished
  /** Changes that are remembered for readers who come back. */
  readonly changesKept?: number
}

/** Listeners are told of changes at most this often. */
const FOLD_MS = 100

/** An empty inventory and its writing side. */
export function createInventory(options: InventoryOptions): {
  inventory: Inventory
  writer: InventoryWriter
  sources: Sources
} {
  const sources = new Sources(options.clock)
  const state = {
    namespace: options.namespace,
    bindings: new BindingTable(options.kinds),
    shoots: new ShootTable(),
    claims: new ClaimTable(),
    givenBack: new ClaimTable(),
    conditions: new ConditionTable(),
    log: new ChangeLog(options.changesKept),
    notifier: new Notifier(options.schedule, FOLD_MS),
    sources,
  }
  return { inventory: new Inventory(state), writer: new InventoryWriter(state, options.vanished), sources }
}
