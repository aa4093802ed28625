import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { StateClocks } from '#lib/queries/bindings/state-clocks.ts'
import { areBindingsRead } from '#lib/queries/health.ts'
import { StateRecorder } from '#lib/services/record-states.ts'
import { closeAbandoned } from '#lib/store/audit/audit-log.ts'
import { maintainTables } from '#lib/store/database/embedded.ts'
import type { Store } from '#lib/store/store.ts'
import { log } from '#lib/telemetry/log.ts'
import { every, MANY_OBJECTS_MS } from './every.ts'

const STATES_MS = 2_000
const FORGOTTEN_MS = 60_000
const UPKEEP_MS = 10 * 60_000
/** No action lasts this long between its intent and its outcome. */
const FORGOTTEN_AFTER_MS = 10 * 60_000

interface RecordParts {
  readonly store: Store
  readonly inventory: Inventory
  readonly clocks: StateClocks
}

/**
 * Writes states of bindings and lost outcomes into the database, again and again, and reads when the states began; keeps an embedded
 * database in shape. Returns what ends it.
 */
export function startRecords({ store, inventory, clocks }: RecordParts): () => void {
  const recorder = new StateRecorder({ store, inventory, isComplete: () => areBindingsRead({ inventory }) })
  // The embedded database has one process: whatever is open when it starts was left by the one before.
  let before = store.connection.kind === 'embedded' ? new Date(store.now()) : null
  const record = async () => {
    await recorder.record()
    // Another replica may have been first.
    if (store.health().state === 'up') await clocks.read(store.db, inventory.namespace)
  }
  const close = async () => {
    if (store.health().state !== 'up') return
    const count = await closeAbandoned(store, before ?? new Date(store.now() - FORGOTTEN_AFTER_MS))
    before = null
    if (count > 0) log().warn({ count }, 'actions without a known outcome')
  }
  const keepInShape = async () => {
    if (store.connection.kind === 'embedded' && store.health().state === 'up')
      await maintainTables(store.connection.pool)
  }
  const ends = [
    every(UPKEEP_MS, keepInShape, 'the embedded database was not kept in shape', { boundMs: MANY_OBJECTS_MS }),
    every(STATES_MS, record, 'states were not recorded'),
    every(FORGOTTEN_MS, close, 'lost outcomes were not closed'),
  ]
  return () => {
    for (const end of ends) end()
  }
}
