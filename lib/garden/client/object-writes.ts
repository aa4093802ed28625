import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { apiVersionOf, type ObjectPlace, type Place, resourcePath } from '#lib/garden/resources/resource.ts'
import { parseObject } from './read-page.ts'
import { APPLY_PATCH, acceptObject, describeCall, withQuery } from './request.ts'
import type { Call, CallOptions, Transport } from './transport.ts'

/** Collection of a new object. */
type Home = Pick<Place, 'resource' | 'namespace'>

interface WriteOptions extends CallOptions {
  /** Dry run: the server checks everything and writes nothing. */
  readonly dryRun?: boolean
}

interface ApplyOptions extends WriteOptions {
  /** Owner of the applied fields: fields that this manager applied before and no longer names are removed. */
  readonly manager: string
  /** Takes fields of other managers; otherwise they are a `conflict`. */
  readonly force: boolean
  /** Compare-and-swap. */
  readonly resourceVersion?: string
  /**
   * Prevents a create, or a change of a recreated object: `conflict` or `invalid`. Servers ignore
   * it when a subresource is applied, but not resourceVersion.
   */
  readonly uid?: string
}

interface UpdateOptions extends WriteOptions {
  /** Compare-and-swap: the write fails with `conflict` when the object has another version. */
  readonly resourceVersion: string
}

interface DeleteOptions extends WriteOptions {
  /** `conflict` for a recreated object of the same name. */
  readonly uid?: string
  /** `conflict` for another version. */
  readonly resourceVersion?: string
  /** Dependents are deleted after it (the server's default), before it, or orphaned. */
  readonly propagation?: 'Background' | 'Foreground' | 'Orphan'
}

/** An object to send: kind and path are added, and fields of the server may be missing. */
type Draft<T extends KubeObject> = KubeObject & Omit<Partial<T>, keyof KubeObject>

/**
 * Writes of whole objects. Methods throw GardenError, or the signal's reason. Answers never contain
 * Secret data.
 */
export interface ObjectWrites {
  /** Creates an object. `invalid` when the name exists, see isAlreadyThere(). */
  create<T extends KubeObject>(home: Home, object: Draft<T>, options?: WriteOptions): Promise<T>
  /**
   * Server-side apply of an object, which is created when missing, or of a subresource such as
   * `status`. Returns the whole object.
   */
  apply<T extends KubeObject>(place: ObjectPlace, config: Draft<T>, options: ApplyOptions): Promise<T>
  /** Replaces an object or a subresource. Returns the result. */
  update<T extends KubeObject>(place: ObjectPlace, object: T, options: UpdateOptions): Promise<T>
  /** Deletes an object; finalizers delay it. `not-found` when it does not exist. */
  delete(place: ObjectPlace, options?: DeleteOptions): Promise<void>
}

/**
 * Gardener's throttle delays a burst of binding writes by more than 10 s (measured), so writes have
 * a long timeout.
 */
export const WRITE_WITHIN = 60_000

/** Creates the writes of a client. */
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

/** Preconditions of a write. */
interface Expected {
  readonly resourceVersion?: string | undefined
  readonly uid?: string | undefined
}

/** Completes an object with kind and path. Undefined values are not sent. */
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
