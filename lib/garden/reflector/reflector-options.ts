import type { Collection, GardenClient } from '#lib/garden/client/client.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Contact } from './contact.ts'

export interface ReflectorOptions<T extends KubeObject, Item> {
  readonly client: Pick<GardenClient, 'page' | 'watch'>
  readonly collection: Collection
  readonly pageSize: number
  /**
   * Projects an object for the sink when it arrives, so that no whole page stays in memory. Null, or
   * an exception: the object is malformed.
   */
  readonly project: (object: T) => Item | null
  readonly keyOf: (item: Item) => string
  /** Key of a possibly malformed object; null when it is unreadable. Default: always unreadable. */
  readonly identify?: (object: T) => string | null
  readonly sink: Sink<Item>
  readonly contact: Contact
  readonly timing: ReflectorTiming
  /**
   * Meaning of a resource that is not served. `empty`: there are no such objects, as of a kind that
   * was never installed. `keep`: the last known objects stay in force, as of a kind that was
   * removed. Default: a failure.
   */
  readonly whenNotServed?: 'empty' | 'keep'
  /**
   * With `keep`: loads stored objects into the sink, when nothing was listed yet. Retried until it
   * succeeds.
   */
  readonly recall?: () => Promise<void>
}

export interface ReflectorTiming {
  readonly clock: () => number
  readonly random: () => number
  /** Resolves after `ms`, or at once when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /**
   * Range of a watch's length in seconds. A watch that the server ends in time proves a quiet
   * resource fresh, and its connection serves the next watch.
   */
  readonly watchSeconds: readonly [least: number, most: number]
  /** Milliseconds after a watch's length until its connection counts as dead. */
  readonly endGraceMs: number
  /** Milliseconds without a delivery after which watches prove nothing, and the collection is listed. */
  readonly silentAfterMs: number
}

/** Target of a reflector. Implementations detect repetitions, so that a relist causes no change. */
export interface Sink<Item> {
  /** `version`: resourceVersion of the object. */
  put(key: string, item: Item, version?: string): void
  remove(key: string): void
  /** A list is complete: objects outside `keys` are deleted. */
  retain(keys: ReadonlySet<string>): void
}
