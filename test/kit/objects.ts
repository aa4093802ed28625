import type { Collection, GardenClient, MergePatch } from '#lib/garden/client/client.ts'
import { isConflict, isNotFound, isNotServed } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { waitUntil } from './wait.ts'

/** A Kubernetes object whose status a test waits for. */
interface WithStatus extends KubeObject {
  readonly status?: unknown
}

/** Resolves to null for an object that does not exist, or of a resource that the server does not serve. */
export async function absentAsNull<T>(read: Promise<T>): Promise<T | null> {
  try {
    return await read
  } catch (error) {
    if (isNotFound(error) || isNotServed(error)) return null
    throw error
  }
}

/** Reads and changes the objects of a collection by name. */
export function objectsIn<Of extends WithStatus>(client: GardenClient, { resource, namespace }: Collection) {
  const place = (name: string) => ({ resource, namespace, name })
  const read = (name: string) => absentAsNull(client.get<Of>(place(name)))
  return {
    read,
    /** Changes an object; retries conflicts like kubectl, because a controller may write between read and write. */
    async edit(name: string, change: MergePatch): Promise<Of> {
      for (;;) {
        const { metadata } = await client.get<Of>(place(name))
        try {
          return await client.patch<Of>(place(name), change, { resourceVersion: metadata?.resourceVersion ?? '' })
        } catch (error) {
          if (!isConflict(error)) throw error
        }
      }
    },
    remove: (name: string) => client.delete(place(name)),
    /** Waits until an object meets a condition, and returns it. */
    async seen(name: string, isAsExpected: (object: Of) => boolean): Promise<Of> {
      let last: Of | null = null
      await waitUntil(async () => {
        last = await read(name)
        return last !== null && isAsExpected(last)
      }).catch((error: unknown) => {
        throw new Error(`Its last status was ${JSON.stringify(last?.status)}`, { cause: error })
      })
      return last as unknown as Of
    },
    gone: (name: string) => waitUntil(async () => (await read(name)) === null),
  }
}
