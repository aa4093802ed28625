import { setTimeout as delay } from 'node:timers/promises'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { isNewerVersion } from '#lib/garden/inventory/newer-version.ts'
import { shootsVersion } from './fresh-shoots.ts'

/** Where there are more shoots something happens to one of them all the time, and to read them all takes longer than to wait for that. */
const WORTH_A_WAIT = 1_000
const WAIT_MS = 1_000
const LOOK_EVERY_MS = 50

/**
 * Whether the inventory has every shoot that exists now: its watch has passed the version the API server is at. False when nobody can
 * tell, as where nothing happens that a watch would tell of. Throws GardenError.
 */
export async function shootsAreKnown(
  client: Pick<GardenClient, 'page'>,
  inventory: Pick<Inventory, 'namespace' | 'reached' | 'shootCount'>,
): Promise<boolean> {
  const version = await shootsVersion(client, inventory.namespace)
  for (let waited = 0; ; waited += LOOK_EVERY_MS) {
    const reached = inventory.reached('Shoot')
    if (reached !== null && isNewerVersion(version, reached) === false) return true
    if (inventory.shootCount <= WORTH_A_WAIT || waited >= WAIT_MS) return false
    await delay(LOOK_EVERY_MS)
  }
}
