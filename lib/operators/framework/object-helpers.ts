import { isDeepStrictEqual } from 'node:util'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { isNotFound } from '#lib/garden/client/garden-error.ts'
import type { KubeObject, OwnerReference } from '#lib/garden/resources/objects.ts'
import { apiVersionOf, type ObjectPlace, type Resource } from '#lib/garden/resources/resource.ts'
import type { ObjectKey } from './reconciler.ts'

/** Whether the object has a deletion timestamp; it stays until it has no finalizers. */
export function isTerminating({ metadata }: KubeObject): boolean {
  return (metadata?.deletionTimestamp ?? null) !== null
}

/** Whether the object has a finalizer. */
export function hasFinalizer({ metadata }: KubeObject, finalizer: string): boolean {
  return metadata?.finalizers?.includes(finalizer) ?? false
}

/**
 * Adds a finalizer, before the controller creates anything that the deletion has to undo. Returns
 * the object with the finalizer; unchanged if it has the finalizer or is terminating, since the
 * server accepts no new finalizers then. Throws GardenError: `conflict` for an outdated version.
 */
export async function addFinalizer<T extends KubeObject>(
  client: Pick<GardenClient, 'patch'>,
  place: ObjectPlace,
  object: T,
  finalizer: string,
): Promise<T> {
  if (hasFinalizer(object, finalizer) || isTerminating(object)) return object
  const finalizers = [...(object.metadata?.finalizers ?? []), finalizer]
  return client.patch<T>(place, { metadata: { finalizers } }, versionOf(object))
}

/**
 * Removes a finalizer after the cleanup. A missing object is no error. Throws GardenError:
 * `conflict` for an outdated version.
 */
export async function removeFinalizer(
  client: Pick<GardenClient, 'patch'>,
  place: ObjectPlace,
  object: KubeObject,
  finalizer: string,
): Promise<void> {
  if (!hasFinalizer(object, finalizer)) return
  const finalizers = object.metadata?.finalizers?.filter(each => each !== finalizer) ?? []
  try {
    await client.patch(place, { metadata: { finalizers } }, versionOf(object))
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
}

function versionOf({ metadata }: KubeObject): { resourceVersion: string } {
  return { resourceVersion: metadata?.resourceVersion ?? '' }
}

interface StatusWriter {
  readonly client: Pick<GardenClient, 'apply'>
  /** Field manager of the status: one stable name per operator. */
  readonly manager: string
}

/**
 * Applies the status of `object` by server-side apply unless it is equal. The manager owns the
 * whole status: the server removes fields that it applied before and leaves out now. Returns the
 * object afterwards. Throws GardenError, `conflict` for an outdated version, since the status
 * describes the version that was read.
 */
export async function applyStatus<T extends KubeObject & { readonly status?: unknown }>(
  { client, manager }: StatusWriter,
  place: ObjectPlace,
  object: T,
  status: NonNullable<T['status']>,
  signal?: AbortSignal,
): Promise<T> {
  if (isDeepStrictEqual(asSent(object.status), asSent(status))) return object
  const { resourceVersion = '' } = object.metadata ?? {}
  return client.apply<KubeObject & { status?: unknown }>(
    { ...place, subresource: 'status' },
    { status },
    { manager, force: true, resourceVersion, ...(signal === undefined ? {} : { signal }) },
  ) as Promise<T>
}

/** Drops fields that JSON omits. */
function asSent(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}

/**
 * Builds the controller reference to `owner`. The garbage collector deletes the object after the
 * owner, and a foreground deletion of the owner waits for it. Both objects live in one cluster and,
 * unless the owner is cluster-scoped, in one namespace.
 */
export function controllerReference(owner: KubeObject, resource: Resource): OwnerReference {
  const { name = '', uid = '' } = owner.metadata ?? {}
  return {
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    name,
    uid,
    controller: true,
    blockOwnerDeletion: true,
  }
}

/** Finds the controller reference of an object; null without one. */
export function controllerOf({ metadata }: KubeObject): OwnerReference | null {
  return metadata?.ownerReferences?.find(({ controller }) => controller === true) ?? null
}

/** Whether `owner` controls the object, compared by uid and not by name. */
export function isControlledBy(object: KubeObject, owner: KubeObject): boolean {
  const uid = owner.metadata?.uid
  return uid !== undefined && controllerOf(object)?.uid === uid
}

/**
 * Maps an object to the key of its controller if that is of `resource`, in any version. For sources
 * of a controller.
 */
export function keysOfController({ group, kind }: Resource): (object: KubeObject) => readonly ObjectKey[] {
  return object => {
    const owner = controllerOf(object)
    if (owner === null || owner.kind !== kind || groupOf(owner.apiVersion) !== group) return []
    return [{ namespace: object.metadata?.namespace ?? '', name: owner.name }]
  }
}

function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/')
  return slash === -1 ? '' : apiVersion.slice(0, slash)
}
