import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { landscapeIsRead } from '#lib/garden/inventory/freshness.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import {
  type LiveInventory,
  type WatchInventoryOptions,
  watchInventory,
} from '#lib/garden/inventory/watch-inventory.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { NAMESPACES } from '#lib/garden/resources/resource.ts'
import { BindingRegister } from '#lib/services/landscape/binding-register.ts'
import { doubtText, Landscape } from '#lib/services/landscape/landscape.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import type { Store } from '#lib/store/store.ts'
import { every } from './every.ts'
import type { Shutdown } from './shutdown.ts'

/** Between two reads of what other replicas saw and accepted. */
const READ_MS = 1_500
const NAMESPACE_MS = 15_000
/** Everything is compared again after this time. */
const WHOLE_MS = 60_000

interface StartedLandscape {
  readonly live: LiveInventory
  readonly register: BindingRegister
  readonly landscape: Landscape
  /** Sentences for every page while releases pause or bindings are in doubt. */
  problems(): readonly string[]
}

/** Follows the landscape, and notices when it was restored or moved. What the database knows is read before the first list, if it can be. */
export async function startLandscape(
  store: Store,
  options: Omit<WatchInventoryOptions, 'doubtIn' | 'vanished'>,
  shutdown: Shutdown,
): Promise<StartedLandscape> {
  const { client, namespace } = options
  let live: LiveInventory | null = null
  const register = new BindingRegister({ store, namespace, changed: keys => live?.judgeAgain(keys) })
  const landscape = new Landscape({ store, namespace, readUid: () => uidOf(client, namespace) })
  const read = () => Promise.all([register.refresh(), landscape.refresh()])
  await read().catch((error: unknown) => {
    if (!(error instanceof StoreError)) throw error
  })
  live = watchInventory({ ...options, doubtIn: register.doubtIn, vanished: landscape.vanished })
  const { inventory } = live
  shutdown.add(
    every(READ_MS, recordIn(store, inventory, { register, landscape, read }), 'the landscape was not compared'),
  )
  const check = async () => {
    if (store.health().state === 'up') await landscape.checkNamespace()
  }
  shutdown.add(every(NAMESPACE_MS, check, 'the uid of the namespace was not compared'))
  return {
    live,
    register,
    landscape,
    problems: () => [landscape.noticed(), doubtText(inventory)].filter(text => text !== null),
  }
}

interface Parts extends Pick<StartedLandscape, 'register' | 'landscape'> {
  read(): Promise<unknown>
}

/** Reads what the database knows, and writes down what the inventory shows beside it. */
function recordIn(store: Store, inventory: Inventory, { register, landscape, read }: Parts): () => Promise<void> {
  let version: number | null = null
  let comparedAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (store.health().state !== 'up') return
    await read()
    if (!landscapeIsRead(inventory)) return
    const now = inventory.version
    const changes = version === null ? null : inventory.changesSince(version)
    const isDue = performance.now() - comparedAt >= WHOLE_MS
    if (changes !== null && changes.bindings.size === 0 && !isDue) {
      version = now
      return
    }
    landscape.compared(await register.record(inventory))
    version = now
    comparedAt = performance.now()
  }
}

/** Null where the console may not read it, or the server does not answer: then only the objects tell. */
async function uidOf(client: Pick<GardenClient, 'get'>, namespace: string): Promise<string | null> {
  try {
    const { metadata } = await client.get<KubeObject>({ resource: NAMESPACES, namespace: null, name: namespace })
    return metadata?.uid || null
  } catch (error) {
    if (error instanceof GardenError) return null
    throw error
  }
}
