import type { GardenClient } from '#lib/garden/client/client.ts'
import { isNotFound } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { ObjectPlace } from '#lib/garden/resources/resource.ts'

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
