import type { GardenClient } from '#lib/garden/client/client.ts'
import type { LiveInventory } from '#lib/garden/inventory/watch-inventory.ts'
import { createBindingWrites } from '#lib/garden/writes/binding-writes.ts'
import { observeWrites } from '#lib/garden/writes/patch-binding.ts'
import type { WriteQueue } from '#lib/garden/writes/write-queue.ts'
import { AccountConditions } from '#lib/services/account-conditions.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import type { Store } from '#lib/store/store.ts'
import { log } from '#lib/telemetry/log.ts'
import { every, MANY_OBJECTS_MS, READING_MS } from './every.ts'
import type { Shutdown } from './shutdown.ts'

interface ConditionParts {
  readonly store: Store
  readonly client: GardenClient
  readonly live: LiveInventory
  readonly queue: WriteQueue
}

const REFRESH_MS = 2_000
const CHECK_MS = 5_000

/** Starts to learn which accounts Gardener refuses. Returns the client whose writes it learns from. */
export function startAccountConditions(
  { store, client, live, queue }: ConditionParts,
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
    every(REFRESH_MS, () => conditions.refresh(), 'account conditions were not read', { boundMs: READING_MS }),
  )
  shutdown.add(every(CHECK_MS, check, 'accounts were not checked', { boundMs: MANY_OBJECTS_MS }))
  return observeWrites(client, conditions)
}
