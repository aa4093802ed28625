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
import { repeat } from './repeat.ts'
import type { Shutdown } from './shutdown.ts'

/** Interval of reads of what other replicas recorded and accepted. */
const READ_MS = 1_500
const NAMESPACE_MS = 15_000
/** Interval of a comparison of all bindings. */
const FULL_COMPARE_MS = 60_000

interface StartedLandscape {
  readonly live: LiveInventory
  readonly register: BindingRegister
  readonly landscape: Landscape
  /** Messages for every page while releases pause or bindings are in doubt. */
  problems(): readonly string[]
}

/** Watches the landscape, and detects that it was restored or moved. Reads the records of the database before the first list, if it answers. */
export async function startLandscape(
  store: Store,
  options: Omit<WatchInventoryOptions, 'doubtIn' | 'vanished'>,
  shutdown: Shutdown,
): Promise<StartedLandscape> {
  const { client, namespace } = options
  let live: LiveInventory | null = null
  const register = new BindingRegister({ store, namespace, changed: keys => live?.reevaluateDoubt(keys) })
  const landscape = new Landscape({ store, namespace, readUid: () => readNamespaceUid(client, namespace) })
  const read = () => Promise.all([register.refresh(), landscape.refresh()])
  await read().catch((error: unknown) => {
    if (!(error instanceof StoreError)) throw error
  })
  live = watchInventory({ ...options, doubtIn: register.doubtIn, vanished: landscape.vanished })
  const { inventory } = live
  shutdown.add(
    repeat(READ_MS, createRecording(store, inventory, { register, landscape, read }), 'the landscape was not compared'),
  )
  const check = async () => {
    if (store.health().state === 'up') await landscape.checkNamespace()
  }
  shutdown.add(repeat(NAMESPACE_MS, check, 'the uid of the namespace was not compared'))
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

/** A task that reads the records of the database, and records differences in the inventory. */
function createRecording(
  store: Store,
  inventory: Inventory,
  { register, landscape, read }: Parts,
): () => Promise<void> {
  let version: number | null = null
  let comparedAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (store.health().state !== 'up') return
    await read()
    if (!landscapeIsRead(inventory)) return
    const now = inventory.version
    const changes = version === null ? null : inventory.changesSince(version)
    const isDue = performance.now() - comparedAt >= FULL_COMPARE_MS
    if (changes !== null && changes.bindings.size === 0 && !isDue) {
      version = now
      return
    }
    landscape.compared(await register.record(inventory))
    version = now
    comparedAt = performance.now()
  }
}

/** Null when the read fails or is not permitted; then only uids of objects show a restored landscape. */
async function readNamespaceUid(client: Pick<GardenClient, 'get'>, namespace: string): Promise<string | null> {
  try {
    const { metadata } = await client.get<KubeObject>({ resource: NAMESPACES, namespace: null, name: namespace })
    return metadata?.uid || null
  } catch (error) {
    if (error instanceof GardenError) return null
    throw error
  }
}
