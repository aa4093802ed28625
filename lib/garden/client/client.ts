import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { dropNullFields } from '#lib/garden/resources/read-fields.ts'
import { type ObjectPlace, type Resource, resourcePath } from '#lib/garden/resources/resource.ts'
import { monotonicMs } from './credentials.ts'
import type { Access } from './kubeconfig.ts'
import { createObjectWrites, type ObjectWrites, WRITE_WITHIN } from './object-writes.ts'
import { type PageEnd, parseObject, type ReadItem, readPage } from './read-page.ts'
import { acceptList, acceptObject, describeCall, MERGE_PATCH, withQuery } from './request.ts'
import { type Call, type CallOptions, createTransport } from './transport.ts'
import { readEvents, type WatchEvent } from './watch-events.ts'

export interface Collection {
  readonly resource: Resource
  readonly namespace: string | null
  readonly labelSelector?: string
  readonly fieldSelector?: string
}

export interface PageOptions extends CallOptions {
  readonly limit: number
  /** Token of the previous page. */
  readonly continue?: string
  /** Extracts what the caller needs without parsing the item. */
  readonly readItem?: ReadItem
}

export interface WatchOptions extends CallOptions {
  readonly resourceVersion: string
  readonly timeoutSeconds: number
  /** Milliseconds without an event after which the connection counts as dead. */
  readonly silenceMs: number
}

interface PatchOptions extends CallOptions {
  /** Compare-and-swap: `conflict` when the object has another version. */
  readonly resourceVersion: string
  /** uid of the object: `conflict` for a recreated object of the same name. */
  readonly uid?: string
  readonly dryRun?: boolean
}

/**
 * Typed access to one cluster. Every method throws GardenError, or the signal's reason. Never
 * requests Secret data.
 */
export interface GardenClient extends ObjectWrites {
  readonly server: string
  /** Reads one page of a list, object by object as it arrives. */
  page<T extends KubeObject>(collection: Collection, options: PageOptions, take: (object: T) => void): Promise<PageEnd>
  /**
   * Opens a watch and returns its events until the server ends it; read them to the end or call
   * `return()`. Throws ERROR events (`gone` for 410).
   */
  watch<T extends KubeObject>(collection: Collection, options: WatchOptions): Promise<AsyncGenerator<WatchEvent<T>>>
  get<T extends KubeObject>(place: ObjectPlace, options?: CallOptions): Promise<T>
  /**
   * JSON merge patch under a resourceVersion. Returns the resulting object, with dryRun the one
   * that would result.
   */
  patch<T extends KubeObject>(place: ObjectPlace, change: MergePatch, options: PatchOptions): Promise<T>
  /** Any other API path: reviews, version. */
  request<T>(call: Omit<Call, 'accept' | 'withinMs' | 'secretData'>, options?: CallOptions): Promise<T>
  close(): void
}

/** null removes a key. */
export interface MergePatch {
  readonly metadata?: {
    readonly labels?: Readonly<Record<string, string | null>>
    readonly annotations?: Readonly<Record<string, string | null>>
    /** Replaces all finalizers. */
    readonly finalizers?: readonly string[]
  }
  readonly [field: string]: unknown
}

interface ClientOptions {
  readonly access: Access
  /** Version of this product, for the User-Agent. */
  readonly version: string
  /** Compresses lists. Default: unless the server is on this machine. */
  readonly gzip?: boolean
  /** Monotonic milliseconds. */
  readonly clock?: () => number
  /** Maximum size of an answer, for servers of others. Default: far above any real answer. */
  readonly maxBytes?: number
  /** Refuses every call that changes something, with GardenError `forbidden`. Default: false. */
  readonly readOnly?: boolean
}

const READ_WITHIN = 15_000
const LIST_WITHIN = 60_000

/**
 * Creates a client for the cluster of `access`. The User-Agent must not look like a browser's:
 * those get indented answers.
 */
export function createGardenClient({
  access,
  version,
  gzip,
  clock = monotonicMs,
  maxBytes,
  readOnly = false,
}: ClientOptions): GardenClient {
  const transport = createTransport({
    access,
    clock,
    maxBytes,
    readOnly,
    userAgent: `hap-console/${version}`,
    gzip: gzip ?? !isLoopback(access.server),
  })

  const fetchJson = async <T>(call: Call): Promise<T> => parseObject<T & object>(call.doing, await transport.text(call))

  return {
    server: access.server,

    page<T extends KubeObject>(collection: Collection, options: PageOptions, take: (object: T) => void) {
      const call = {
        ...describeCall('list', collection),
        method: 'GET',
        path: withQuery(resourcePath(collection), {
          labelSelector: collection.labelSelector,
          fieldSelector: collection.fieldSelector,
          limit: String(options.limit),
          continue: options.continue,
        }),
        accept: acceptList(collection.resource, false),
        withinMs: options.withinMs ?? LIST_WITHIN,
        signal: options.signal,
      }
      const read = (object: T) => take(dropNullFields(object))
      return readPage<T>(call.doing, transport.chunks(call), read, options.readItem)
    },

    async watch<T extends KubeObject>(collection: Collection, options: WatchOptions) {
      const call = {
        ...describeCall('watch', collection),
        method: 'GET',
        path: withQuery(resourcePath(collection), {
          labelSelector: collection.labelSelector,
          fieldSelector: collection.fieldSelector,
          watch: 'true',
          allowWatchBookmarks: 'true',
          resourceVersion: options.resourceVersion,
          timeoutSeconds: String(options.timeoutSeconds),
        }),
        accept: acceptList(collection.resource, true),
        withinMs: options.withinMs ?? READ_WITHIN,
        signal: options.signal,
      }
      const answer = await transport.stream(call)
      return readEvents<T>(answer, { ...call, server: access.server, silenceMs: options.silenceMs })
    },

    get: (place, options = {}) =>
      fetchJson({
        ...describeCall('get', place),
        method: 'GET',
        path: resourcePath(place),
        accept: acceptObject(place.resource),
        withinMs: options.withinMs ?? READ_WITHIN,
        signal: options.signal,
      }),

    patch: (place, change, options) =>
      fetchJson({
        ...describeCall('patch', place),
        method: 'PATCH',
        path: withQuery(resourcePath(place), { dryRun: options.dryRun ? 'All' : undefined }),
        accept: acceptObject(place.resource),
        contentType: MERGE_PATCH,
        body: JSON.stringify({
          ...change,
          metadata: {
            ...change.metadata,
            resourceVersion: options.resourceVersion,
            ...(options.uid && { uid: options.uid }),
          },
        }),
        withinMs: options.withinMs ?? WRITE_WITHIN,
        signal: options.signal,
      }),

    ...createObjectWrites(transport),

    request: (call, options = {}) =>
      fetchJson({
        ...call,
        accept: 'application/json',
        withinMs: options.withinMs ?? READ_WITHIN,
        signal: options.signal ?? call.signal,
      }),

    close: () => transport.close(),
  }
}

function isLoopback(server: string): boolean {
  const host = new URL(server).hostname
  return host === 'localhost' || host === '[::1]' || host.startsWith('127.')
}
