import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { apiVersionOf, type ObjectPlace, type Place, resourcePath } from '#lib/garden/resources/resource.ts'
import { parseObject } from './read-object.ts'
import { APPLY_PATCH, acceptObject, describeCall, withQuery } from './request.ts'
import type { Call, CallOptions, Transport } from './transport.ts'

/** Where an object is made. */
type Home = Pick<Place, 'resource' | 'namespace'>

interface WriteOptions extends CallOptions {
  /** The server checks everything and writes nothing. */
  readonly dryRun?: boolean
}

interface ApplyOptions extends WriteOptions {
  /** Who owns the applied fields: fields this manager applied before and no longer names are removed. */
  readonly manager: string
  /** Takes over fields that others own; else those are a `conflict`. */
  readonly force: boolean
  /** Compare-and-swap. */
  readonly resourceVersion?: string
  /**
   * Not to make the object, or to change one of the same name made since: `conflict` or `invalid`. Servers do not look at it where
   * a subresource is applied; resourceVersion they do look at there.
   */
  readonly uid?: string
}

interface UpdateOptions extends WriteOptions {
  /** Compare-and-swap: the write fails with `conflict` when the object has another version. */
  readonly resourceVersion: string
}

interface DeleteOptions extends WriteOptions {
  /** Only this very object, not one of the same name made since: `conflict`. */
  readonly uid?: string
  /** Only while it is in this version: `conflict`. */
  readonly resourceVersion?: string
  /** What becomes of its dependents: deleted after it (the default of the server), deleted before it, or left. */
  readonly propagation?: 'Background' | 'Foreground' | 'Orphan'
}

/** An object as it is sent: type and place are added, and what the server fills in may be missing. */
type Draft<T extends KubeObject> = KubeObject & Omit<Partial<T>, keyof KubeObject>

/** Writes of whole objects. Methods throw GardenError, or the signal's reason; answers never hold Secret data. */
export interface ObjectWrites {
  /** Out: the object as made. An object of that name: `invalid`, see isAlreadyThere(). */
  create<T extends KubeObject>(home: Home, object: Draft<T>, options?: WriteOptions): Promise<T>
  /** Server-side apply of an object, made when it is missing, or of a subresource such as `status`. Out: the whole object. */
  apply<T extends KubeObject>(place: ObjectPlace, config: Draft<T>, options: ApplyOptions): Promise<T>
  /** Replaces an object, or a subresource of it. Out: the object afterwards. */
  update<T extends KubeObject>(place: ObjectPlace, object: T, options: UpdateOptions): Promise<T>
  /** Deletes, or with finalizers begins to. An object that is gone: `not-found`. */
  delete(place: ObjectPlace, options?: DeleteOptions): Promise<void>
}

/** Gardener lets a burst of binding writes wait for more than 10 s (its own throttle, measured), so writes are patient. */
export const WRITE_WITHIN = 60_000

/** The writes of a client over its transport. */
export function createObjectWrites(transport: Pick<Transport, 'text'>): ObjectWrites {
  const send = (
    verb: string,
    place: Place,
    options: WriteOptions,
    what: Pick<Call, 'method' | 'path'> & Partial<Call>,
  ) =>
    transport.text({
      ...describeCall(verb, place),
      accept: acceptObject(place.resource),
      withinMs: options.withinMs ?? WRITE_WITHIN,
      signal: options.signal,
      ...what,
    })

  return {
    async create<T extends KubeObject>({ resource, namespace }: Home, object: Draft<T>, options: WriteOptions = {}) {
      const home = { resource, namespace }
      const { name } = object.metadata ?? {}
      const what = name === undefined ? home : { ...home, name }
      const text = await send('create', what, options, {
        method: 'POST',
        path: withQuery(resourcePath(home), { dryRun: dryRunOf(options) }),
        contentType: JSON_BODY,
        body: JSON.stringify(complete(home, object)),
      })
      return parseObject<T>(describeCall('create', what).doing, text)
    },

    async apply<T extends KubeObject>(place: ObjectPlace, config: Draft<T>, options: ApplyOptions) {
      const { manager, force, resourceVersion, uid } = options
      const text = await send('patch', place, options, {
        method: 'PATCH',
        path: withQuery(resourcePath(place), {
          fieldManager: manager,
          force: force ? 'true' : undefined,
          dryRun: dryRunOf(options),
        }),
        contentType: APPLY_PATCH,
        body: JSON.stringify(complete(place, config, { resourceVersion, uid })),
      })
      return parseObject<T>(describeCall('patch', place).doing, text)
    },

    async update<T extends KubeObject>(place: ObjectPlace, object: T, options: UpdateOptions) {
      const { resourceVersion } = options
      const text = await send('update', place, options, {
        method: 'PUT',
        path: withQuery(resourcePath(place), { dryRun: dryRunOf(options) }),
        contentType: JSON_BODY,
        body: JSON.stringify(complete(place, object, { resourceVersion })),
      })
      return parseObject<T>(describeCall('update', place).doing, text)
    },

    async delete(place, options = {}) {
      const { uid, resourceVersion, propagation: propagationPolicy } = options
      const body = {
        apiVersion: 'v1',
        kind: 'DeleteOptions',
        preconditions: { uid, resourceVersion },
        propagationPolicy,
        ...(options.dryRun ? { dryRun: ['All'] } : {}),
      }
      await send('delete', place, options, {
        method: 'DELETE',
        path: resourcePath(place),
        contentType: JSON_BODY,
        body: JSON.stringify(body),
      })
    },
  }
}

const JSON_BODY = 'application/json'

function dryRunOf({ dryRun }: WriteOptions): string | undefined {
  return dryRun ? 'All' : undefined
}

/** What an object must still be for the write to be carried out. */
interface Expected {
  readonly resourceVersion?: string | undefined
  readonly uid?: string | undefined
}

/** An object as it is sent: with its type, and at home where it is sent to. Values that are undefined are not sent. */
function complete({ resource, namespace, name }: Place, object: KubeObject, expected: Expected = {}) {
  return {
    ...object,
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    metadata: {
      ...object.metadata,
      ...(namespace === null ? {} : { namespace }),
      ...(name === undefined ? {} : { name }),
      ...expected,
    },
  }
}
