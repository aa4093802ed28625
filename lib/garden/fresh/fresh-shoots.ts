import type { CallOptions, Collection, GardenClient } from '#lib/garden/client/client.ts'
import { orNull } from '#lib/garden/client/or-null.ts'
import { readWhole } from '#lib/garden/client/read-whole.ts'
import { Interner } from '#lib/garden/inventory/interner.ts'
import { shootProjection } from '#lib/garden/inventory/project-shoot.ts'
import type { ShootObject } from '#lib/garden/resources/objects.ts'
import { SHOOTS } from '#lib/garden/resources/resource.ts'
import { isLegalLabelValue } from '#lib/hap/pools/label-value.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'

const PAGE = 250

/**
 * The shoots of a tenant as they are now, past every cache: Kyma labels each with its global account, and there is no way to ask
 * for those of a binding (Gardener). Throws GardenError; RangeError for a tenant that is no label value.
 */
export async function freshShootsOf(
  client: Pick<GardenClient, 'page'>,
  namespace: string,
  tenant: string,
): Promise<readonly Shoot[]> {
  if (!isLegalLabelValue(tenant)) throw new RangeError('a tenant is a label value')
  return everyPage(client, { resource: SHOOTS, namespace, labelSelector: `account=${tenant}` }, () => true)
}

/**
 * Of all shoots of a namespace as they are now, past every cache, those that name a binding of one of these names: all are read, and
 * no others kept. Throws GardenError.
 */
export async function freshShootsWith(
  client: Pick<GardenClient, 'page'>,
  namespace: string,
  bindingNames: ReadonlySet<string>,
): Promise<readonly Shoot[]> {
  const collection = { resource: SHOOTS, namespace }
  return everyPage(client, collection, ({ binding }) => binding !== null && bindingNames.has(binding.name))
}

/** The version of the shoots of a namespace as they are now, past every cache. Throws GardenError. */
export async function shootsVersion(client: Pick<GardenClient, 'page'>, namespace: string): Promise<string> {
  const { resourceVersion } = await client.page({ resource: SHOOTS, namespace }, { limit: 1 }, () => {})
  return resourceVersion
}

async function everyPage(
  client: Pick<GardenClient, 'page'>,
  collection: Collection,
  isAsked: (shoot: Shoot) => boolean,
): Promise<readonly Shoot[]> {
  const project = shootProjection(new Interner())
  const shoots: Shoot[] = []
  let next: string | null = null
  do {
    const options: { limit: number; continue?: string } =
      next === null ? { limit: PAGE } : { limit: PAGE, continue: next }
    const end = await client.page<ShootObject>(collection, options, object => {
      const shoot = readWhole(project, object)
      if (shoot && isAsked(shoot)) shoots.push(shoot)
    })
    next = end.continue
  } while (next !== null)
  return shoots
}

/** One shoot as it is now, past every cache; null when there is none of that name. Throws GardenError. */
export async function freshShoot(
  client: Pick<GardenClient, 'get'>,
  { namespace, name }: Pick<Shoot, 'namespace' | 'name'>,
  options: CallOptions,
): Promise<Shoot | null> {
  const object = await orNull(client.get<ShootObject>({ resource: SHOOTS, namespace, name }, options))
  return object && readWhole(shootProjection(new Interner()), object)
}
