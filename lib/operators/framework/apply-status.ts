import { isDeepStrictEqual } from 'node:util'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { ObjectPlace } from '#lib/garden/resources/resource.ts'

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
