import type { Collection, GardenClient } from '#lib/garden/client/client.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Contact } from './contact.ts'

export interface ReflectorOptions<T extends KubeObject, Item> {
  readonly client: Pick<GardenClient, 'page' | 'watch'>
  readonly collection: Collection
  readonly pageSize: number
  /** Keeps of an object what the sink needs, at once, so that a page is never held. Null, or an exception: the object is malformed. */
  readonly project: (object: T) => Item | null
  readonly keyOf: (item: Item) => string
  /** Key of the item of an object that may be malformed; null where it cannot be told. Default: it never can. */
  readonly identify?: (object: T) => string | null
  readonly sink: Sink<Item>
  readonly contact: Contact
  readonly timing: ReflectorTiming
  /**
   * What it means that the server does not serve the resource. `empty`: there are no such objects, as of a kind that was never installed.
   * `keep`: what was known of them stays in force, as of a kind that the server no longer serves. Default: a failure.
   */
  readonly whenNotServed?: 'empty' | 'keep'
  /** With `keep`: puts into the sink what was known before this process began. Called until it succeeds, where nothing was listed yet. */
  readonly recall?: () => Promise<void>
}

export interface ReflectorTiming {
  readonly clock: () => number
  readonly random: () => number
  /** Resolves after `ms`, or at once when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /**
   * Length of one watch in seconds, drawn between these. That the server ends it in time proves a quiet resource fresh, and
   * its connection serves the next watch.
   */
  readonly watchSeconds: readonly [least: number, most: number]
  /** Milliseconds a watch has after its length before its connection counts as dead. */
  readonly endGraceMs: number
  /** Watches that deliver nothing for so many milliseconds prove nothing: the collection is listed instead. */
  readonly silentAfterMs: number
}

/** Where a reflector writes. Implementations tell real changes from repetitions, so that a relist stays silent. */
export interface Sink<Item> {
  /** `version`: resourceVersion of the object. */
  put(key: string, item: Item, version?: string): void
  remove(key: string): void
  /** A list is complete: whatever is not in `keys` is gone. */
  retain(keys: ReadonlySet<string>): void
}
