import type { Collection, GardenClient, PageOptions } from '#lib/garden/client/client.ts'
import { nullIfNotFound } from '#lib/garden/client/garden-error.ts'
import { projectOrNull, projectOrThrow } from '#lib/garden/client/read-page.ts'
import type { CallOptions } from '#lib/garden/client/transport.ts'
import { Interner } from '#lib/garden/inventory/interner.ts'
import { bindingProjection } from '#lib/garden/inventory/project-binding.ts'
import { shootProjection } from '#lib/garden/inventory/project-shoot.ts'
import { shootKey } from '#lib/garden/inventory/shoot-table.ts'
import type { KubeObject, ShootObject } from '#lib/garden/resources/objects.ts'
import { bindingResource, type Resource, SHOOTS } from '#lib/garden/resources/resource.ts'
import type { Binding, BindingKind } from '#lib/hap/pools/binding.ts'
import { isLegalLabelValue, labelKey } from '#lib/hap/pools/labels.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'

const PAGE = 250

/** Only name, uid and version are read, so larger pages save round trips and need no memory. */
const METADATA_PAGE = 1_000

const SHOOTS_METADATA: Resource = { ...SHOOTS, metadataOnly: true }

/**
 * Lists the shoots of a tenant, bypassing caches: Kyma labels each with its global account, and
 * Gardener cannot select by binding. Throws GardenError; RangeError for a tenant that is no label
 * value.
 */
export async function readShootsOf(
  client: Pick<GardenClient, 'page'>,
  namespace: string,
  tenant: string,
): Promise<readonly Shoot[]> {
  if (!isLegalLabelValue(tenant)) throw new RangeError('a tenant is a label value')
  return listAllPages(client, { resource: SHOOTS, namespace, labelSelector: `account=${tenant}` })
}

/** Lists all shoots of a namespace with a consistent read of about 17 kB each. Throws GardenError. */
export function listShoots(client: Pick<GardenClient, 'page'>, namespace: string): Promise<readonly Shoot[]> {
  return listAllPages(client, { resource: SHOOTS, namespace })
}

/** resourceVersions of all shoots of a namespace, from a consistent read. */
export interface ShootVersions {
  /** resourceVersion of the list. */
  readonly at: string
  readonly shoots: ReadonlyMap<string, ShootVersion>
}

export interface ShootVersion extends Pick<Shoot, 'namespace' | 'name' | 'uid'> {
  readonly version: string
}

/**
 * Lists the metadata of all shoots, in a third of the time of whole objects. Throws GardenError, or
 * the signal's reason.
 */
export async function listShootVersions(
  client: Pick<GardenClient, 'page'>,
  namespace: string,
  signal: AbortSignal,
): Promise<ShootVersions> {
  const collection: Collection = { resource: SHOOTS_METADATA, namespace }
  const shoots = new Map<string, ShootVersion>()
  const take = ({ metadata = {} }: KubeObject) => {
    const { name = '', uid = '', resourceVersion: version = '' } = metadata
    const shoot = { namespace: metadata.namespace ?? namespace, name, uid, version }
    shoots.set(shootKey(shoot), shoot)
  }
  let options: PageOptions = { limit: METADATA_PAGE, signal, readItem: readIdentity }
  for (;;) {
    const end = await client.page(collection, options, take)
    if (end.continue === null) return { at: end.resourceVersion, shoots }
    options = { ...options, continue: end.continue }
  }
}

/**
 * Beginning of an object's metadata in the API server's order. The rest, mostly managedFields, is 8
 * kB a shoot and takes longer to parse than everything else of the list.
 */
const IDENTITY =
  /^\{(?:"kind":"PartialObjectMetadata","apiVersion":"meta\.k8s\.io\/v1",)?"metadata":\{"name":"([^"\\]+)",(?:"generateName":"[^"\\]*",)?"namespace":"([^"\\]+)",(?:"selfLink":"[^"\\]*",)?"uid":"([^"\\]+)","resourceVersion":"([^"\\]+)"/
/** Exceeds the longest name, namespace, uid and version together. */
const IDENTITY_BYTES = 1_200

function readIdentity(json: Buffer): KubeObject | null {
  const [, name, namespace, uid, resourceVersion] = IDENTITY.exec(json.toString('latin1', 0, IDENTITY_BYTES)) ?? []
  if (name === undefined || namespace === undefined || uid === undefined || resourceVersion === undefined) return null
  return { metadata: { name, namespace, uid, resourceVersion } }
}

/** Reads the current version of the shoots of a namespace, bypassing caches. Throws GardenError. */
export async function readShootsVersion(client: Pick<GardenClient, 'page'>, namespace: string): Promise<string> {
  const { resourceVersion } = await client.page({ resource: SHOOTS, namespace }, { limit: 1 }, () => {})
  return resourceVersion
}

async function listAllPages(client: Pick<GardenClient, 'page'>, collection: Collection): Promise<readonly Shoot[]> {
  const project = shootProjection(new Interner())
  const shoots: Shoot[] = []
  let next: string | null = null
  do {
    const options: { limit: number; continue?: string } =
      next === null ? { limit: PAGE } : { limit: PAGE, continue: next }
    const end = await client.page<ShootObject>(collection, options, object => {
      const shoot = projectOrThrow(project, object)
      if (shoot) shoots.push(shoot)
    })
    next = end.continue
  } while (next !== null)
  return shoots
}

/** Reads a shoot, bypassing caches; null without one. Throws GardenError. */
export async function readShoot(
  client: Pick<GardenClient, 'get'>,
  { namespace, name }: Pick<Shoot, 'namespace' | 'name'>,
  options: CallOptions,
): Promise<Shoot | null> {
  const object = await nullIfNotFound(client.get<ShootObject>({ resource: SHOOTS, namespace, name }, options))
  return object && projectOrThrow(shootProjection(new Interner()), object)
}

/**
 * Lists the bindings of a kind that carry a tenant's name, bypassing caches. Throws GardenError;
 * RangeError for a tenant that is no label value.
 */
export async function readBindingsOf(
  client: Pick<GardenClient, 'page'>,
  namespace: string,
  kind: BindingKind,
  tenant: string,
): Promise<readonly Binding[]> {
  if (!isLegalLabelValue(tenant)) throw new RangeError('a tenant is a label value')
  const project = bindingProjection(kind, new Interner())
  const labelSelector = `${labelKey(kind, 'tenantName')}=${tenant}`
  const collection: Collection = { resource: bindingResource(kind), namespace, labelSelector }
  const bindings: Binding[] = []
  let options: PageOptions = { limit: PAGE }
  for (;;) {
    const end = await client.page<KubeObject>(collection, options, object => {
      const binding = projectOrNull(project, object)
      if (binding !== null) bindings.push(binding)
    })
    if (end.continue === null) return bindings
    options = { limit: PAGE, continue: end.continue }
  }
}
