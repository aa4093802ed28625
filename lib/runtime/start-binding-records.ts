import type { GardenClient } from '#lib/garden/client/client.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import type { LiveInventory } from '#lib/garden/inventory/watch-inventory.ts'
import { createBindingWrites } from '#lib/garden/writes/binding-writes.ts'
import { observeWrites } from '#lib/garden/writes/patch-binding.ts'
import type { WriteQueue } from '#lib/garden/writes/write-queue.ts'
import type { StateClocks } from '#lib/queries/bindings/state-clocks.ts'
import { areBindingsRead } from '#lib/queries/health.ts'
import { AccountConditions } from '#lib/services/account-conditions.ts'
import { StateRecorder } from '#lib/services/record-states.ts'
import { closeAbandoned } from '#lib/store/audit/audit-log.ts'
import { maintainTables } from '#lib/store/database/embedded.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import type { Store } from '#lib/store/store.ts'
import { log } from '#lib/telemetry/log.ts'
import { BATCH_TIMEOUT_MS, READ_TIMEOUT_MS, repeat } from './repeat.ts'
import type { Shutdown } from './shutdown.ts'

const STATES_MS = 2_000
const ABANDONED_MS = 60_000
const UPKEEP_MS = 10 * 60_000
/** Every action records its outcome within this time. */
const ABANDONED_AFTER_MS = 10 * 60_000

interface RecordParts {
  readonly store: Store
  readonly inventory: Inventory
  readonly clocks: StateClocks
}

/**
 * Starts the regular tasks that record states of bindings, read when the states began, close abandoned outcomes, and maintain the tables of an
 * embedded database. Returns a function that stops them.
 */
export function startRecords({ store, inventory, clocks }: RecordParts): () => void {
  const recorder = new StateRecorder({ store, inventory, isComplete: () => areBindingsRead({ inventory }) })
  // The embedded database has one process: an outcome that is open at the start belongs to a previous process.
  let before = store.connection.kind === 'embedded' ? new Date(store.now()) : null
  const record = async () => {
    await recorder.record()
    // Another replica may have recorded the states.
    if (store.health().state === 'up') await clocks.read(store.db, inventory.namespace)
  }
  const close = async () => {
    if (store.health().state !== 'up') return
    const count = await closeAbandoned(store, before ?? new Date(store.now() - ABANDONED_AFTER_MS))
    before = null
    if (count > 0) log().warn({ count }, 'actions without a known outcome')
  }
  const maintain = async () => {
    if (store.connection.kind === 'embedded' && store.health().state === 'up')
      await maintainTables(store.connection.pool)
  }
  const ends = [
    repeat(UPKEEP_MS, maintain, 'the embedded database was not kept in shape', { timeoutMs: BATCH_TIMEOUT_MS }),
    repeat(STATES_MS, record, 'states were not recorded'),
    repeat(ABANDONED_MS, close, 'lost outcomes were not closed'),
  ]
  return () => {
    for (const end of ends) end()
  }
}

interface ConditionParts {
  readonly store: Store
  readonly client: GardenClient
  readonly live: LiveInventory
  readonly queue: WriteQueue
  /** Whether accounts are checked, with dry runs; false in observe mode. */
  readonly writesGardener: boolean
}

const REFRESH_MS = 2_000
const CHECK_MS = 5_000

/** Starts to observe which accounts Gardener refuses. Returns a client whose writes are observed. */
export function startAccountConditions(
  { store, client, live, queue, writesGardener }: ConditionParts,
  shutdown: Shutdown,
): GardenClient {
  const conditions = new AccountConditions({
    store,
    inventory: live.inventory,
    client,
    writes: createBindingWrites({ client, queue }),
    note: all => live.noteConditions(all),
    failed(error) {
      if (!(error instanceof StoreError)) log().warn({ err: error }, 'a refused account was not recorded')
    },
  })
  const check = async () => {
    await conditions.recheck()
    await conditions.scan()
  }
  shutdown.add(
    repeat(REFRESH_MS, () => conditions.refresh(), 'account conditions were not read', { timeoutMs: READ_TIMEOUT_MS }),
  )
  if (writesGardener)
    shutdown.add(repeat(CHECK_MS, check, 'accounts were not checked', { timeoutMs: BATCH_TIMEOUT_MS }))
  return observeWrites(client, conditions)
}
