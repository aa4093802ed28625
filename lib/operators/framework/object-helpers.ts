import { isDeepStrictEqual } from 'node:util'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { isNotFound } from '#lib/garden/client/garden-error.ts'
import type { KubeObject, OwnerReference } from '#lib/garden/resources/objects.ts'
import { apiVersionOf, type ObjectPlace, type Resource } from '#lib/garden/resources/resource.ts'
import type { ObjectKey } from './reconciler.ts'

/** Whether somebody asked for the object to be deleted; it stays until it has no finalizers. */
export function isTerminating({ metadata }: KubeObject): boolean {
  return (metadata?.deletionTimestamp ?? null) !== null
}

export function hasFinalizer({ metadata }: KubeObject, finalizer: string): boolean {
  return metadata?.finalizers?.includes(finalizer) ?? false
}

/**
 * Makes the object wait for us when it is deleted: to be called before anything is made that its deletion has to undo. Out: the
 * object with the finalizer; as it was when it has it, or is being deleted already (the server takes no new ones then).
 * Throws GardenError: `conflict` when it was changed in the meantime.
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

/** Lets the object go: to be called once all is undone. One that is gone is fine. Throws GardenError, `conflict` as above. */
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
  /** Owns the fields of the status; one name per operator, for ever. */
  readonly manager: string
}

/**
 * Writes the status of `object` by server-side apply, unless it says so already. It is the whole of what the manager has to say:
 * a field it said before and leaves out now goes. Out: the object afterwards. Throws GardenError, `conflict` when the object
 * is not in that version any more: what would be said was found out about something else.
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

/** Without what JSON leaves out. */
function asSent(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value))
}

/**
 * The reference by which an object belongs to `owner`, its controller: the garbage collector deletes it after the owner, and a
 * deletion of the owner in the foreground waits for it. Both have to be of one cluster and, unless the owner is
 * cluster-scoped, of one namespace.
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

/** The reference to the controller of an object; null when it has none. */
export function controllerOf({ metadata }: KubeObject): OwnerReference | null {
  return metadata?.ownerReferences?.find(({ controller }) => controller === true) ?? null
}

/** Whether this very object, not one of the same name before it, is the controller. */
export function isControlledBy(object: KubeObject, owner: KubeObject): boolean {
  const uid = owner.metadata?.uid
  return uid !== undefined && controllerOf(object)?.uid === uid
}

/** Maps an object to the key of its controller when that is of `resource`, whatever its version: for sources of a controller. */
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
