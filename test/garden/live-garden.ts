import { isDeepStrictEqual } from 'node:util'
import { createGarden, type Garden, type GardenOptions } from '#embedded-garden/garden.ts'
import { LANDSCAPE_NAMESPACE } from '#embedded-garden/landscape/landscape.ts'
import type { GardenSize } from '#embedded-garden/landscape/size.ts'
import { createGardenClient, type GardenClient } from '#lib/garden/client/client.ts'
import { Interner } from '#lib/garden/inventory/interner.ts'
import type { Inventory } from '#lib/garden/inventory/inventory.ts'
import { bindingProjection } from '#lib/garden/inventory/project-binding.ts'
import { shootProjection } from '#lib/garden/inventory/project-shoot.ts'
import { type LiveInventory, watchInventory } from '#lib/garden/inventory/watch-inventory.ts'
import type { KubeObject, ShootObject } from '#lib/garden/resources/objects.ts'
import { CREDENTIALS_BINDINGS, type Resource, SECRET_BINDINGS, SHOOTS } from '#lib/garden/resources/resource.ts'
import type { Binding, BindingKind } from '#lib/hap/pools/binding.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import { QUICK, QUICK_CLOCK, QUICK_STALE_MS, quickClient } from '../kit/clock.ts'
import { landscape } from '../kit/landscape.ts'
import { accessBy } from './access-by.ts'
import { type Picture, pictureOf, referencePicture } from './reference.ts'

const AT = Date.parse('2026-11-21T06:00:00Z')

/** Storage names of the embedded garden. */
export const STORAGE = {
  bindings: 'credentialsbindings.security.gardener.cloud',
  secretBindings: 'secretbindings.core.gardener.cloud',
  shoots: 'shoots.core.gardener.cloud',
} as const

export interface LiveGarden {
  readonly garden: Garden
  /** The client of the inventory. */
  readonly client: GardenClient
  /** Observes the garden independently of the inventory. */
  readonly observer: GardenClient
  readonly live: LiveInventory
  readonly inventory: Inventory
  stop(): Promise<void>
}

/** An embedded garden with a landscape, and an inventory that follows it over HTTPS as the user `as`. */
export async function startLiveGarden(
  options: {
    size: GardenSize
    as?: 'viewer' | 'operator'
    kinds?: readonly BindingKind[]
    pageSize?: number
  } & GardenOptions,
): Promise<LiveGarden> {
  const { size, as = 'viewer', kinds = ['CredentialsBinding', 'SecretBinding'], pageSize, ...more } = options
  const garden = await createGarden({
    throttle: false,
    faults: true,
    refuseSecretDataTo: 'hap-console',
    clock: QUICK_CLOCK,
    ...more,
  })
  garden.loadAll(landscape({ seed: 1, size, at: AT }))
  const client = quickClient(createGardenClient({ access: accessBy(garden.kubeconfig(as)), version: 'test' }))
  const observer = createGardenClient({ access: accessBy(garden.kubeconfig('admin')), version: 'observer' })
  const live = watchInventory({
    client,
    namespace: LANDSCAPE_NAMESPACE,
    kinds,
    staleAfterMs: QUICK_STALE_MS,
    timing: QUICK,
    ...(pageSize === undefined ? {} : { pageSize }),
  })
  return {
    garden,
    client,
    observer,
    live,
    inventory: live.inventory,
    async stop() {
      await live.stop()
      client.close()
      observer.close()
      await garden.stop()
    },
  }
}

/** The state of a new list of everything, by the reference. */
export async function freshPicture(client: GardenClient, namespace = LANDSCAPE_NAMESPACE): Promise<Picture> {
  const interner = new Interner()
  const all = async <T>(resource: Resource, project: (object: KubeObject & ShootObject) => T | null): Promise<T[]> => {
    const items: T[] = []
    const take = (object: KubeObject & ShootObject) => {
      const item = project(object)
      if (item !== null) items.push(item)
    }
    await client.page({ resource, namespace }, { limit: 100_000 }, take)
    return items
  }
  const bindings: Binding[] = [
    ...(await all(CREDENTIALS_BINDINGS, bindingProjection('CredentialsBinding', interner))),
    ...(await all(SECRET_BINDINGS, bindingProjection('SecretBinding', interner))),
  ]
  const shoots: Shoot[] = await all(SHOOTS, shootProjection(interner))
  return referencePicture(bindings, shoots)
}

/** Whether the inventory equals a new list. */
export async function isUpToDate({
  observer,
  inventory,
}: Pick<LiveGarden, 'observer' | 'inventory'>): Promise<boolean> {
  const fresh = await freshPicture(observer)
  return isDeepStrictEqual(pictureOf(inventory, fresh), fresh)
}
