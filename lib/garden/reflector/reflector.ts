import type { Collection, GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Contact } from './contact.ts'
import { list, type Progress, patienceOf, watch } from './list-and-watch.ts'
import { RetryPolicy } from './retry-policy.ts'
import type { Sink } from './sink.ts'

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
  /** The server may not know the resource at all; that is an empty collection then, asked for again now and then. */
  readonly mayBeAbsent?: boolean
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

/** A resource the server does not know is asked for again this often. */
const ABSENT_RETRY = 60_000

/** Pages grow when the list expires half-way (slow network), so that it gets through at last. */
const LARGEST_PAGE = 1_000

/**
 * Keeps a sink equal to a collection of the API: paged list, then watch, for ever, through every failure. Ours because the
 * library's informer lists unpaged, asks for no bookmarks and stops after an error. Returns when the signal aborts.
 */
export async function reflect<T extends KubeObject, Item>(
  options: ReflectorOptions<T, Item>,
  signal: AbortSignal,
): Promise<void> {
  const { contact, collection, timing } = options
  const retries = new RetryPolicy(timing.random)
  const progress: Progress = {
    position: null,
    heardAt: timing.clock(),
    isAway: true,
    isBarren: false,
    isSilent: false,
  }
  let pageSize = options.pageSize
  while (!signal.aborted) {
    if (progress.position !== null && patienceOf(progress, timing) === 0) {
      progress.position = null
      if (progress.isBarren) contact.failed(silentWatch(collection, timing))
      progress.isSilent = progress.isBarren
    }
    const isList = progress.position === null
    try {
      if (isList) await list(options, progress, pageSize, signal)
      pageSize = options.pageSize
      await watch(options, progress, retries, signal)
    } catch (cause) {
      if (signal.aborted) return
      const error = asGardenError(cause, collection)
      if (options.mayBeAbsent && error.kind === 'not-found') {
        absent(options)
        progress.position = null
        await timing.sleep(ABSENT_RETRY, signal)
        continue
      }
      const wasLive = contact.state().complete
      const { waitMs, report } = retries.after(error, { wasLive, isList })
      contact.failed(report)
      if (error.kind === 'gone' && progress.position === null) pageSize = Math.min(pageSize * 2, LARGEST_PAGE)
      if (needsList(error)) progress.position = null
      if (waitMs > 0) await timing.sleep(waitMs, signal)
    }
  }
}

function absent<T extends KubeObject, Item>({ sink, contact }: ReflectorOptions<T, Item>): void {
  sink.retain(new Set())
  contact.notThere()
}

function silentWatch({ resource }: Collection, { silentAfterMs }: ReflectorTiming): GardenError {
  const because =
    `the watch opens, but delivers neither events nor bookmarks for ${silentAfterMs / 1000} s, so the console lists all ` +
    'objects instead. Check proxies between the console and the API server: they must not buffer answers.'
  return new GardenError({ kind: 'timeout', doing: `watch ${resource.plural}`, because })
}

function asGardenError(cause: unknown, { resource }: Collection): GardenError {
  if (cause instanceof GardenError) return cause
  const failure = {
    kind: 'unexpected',
    doing: `read ${resource.plural}`,
    because: 'an answer of the server could not be read.',
  } as const
  return new GardenError(failure, { cause })
}

/** Whether the old version is of no use: expired (410), of a lost future (504), or not understood. */
function needsList({ kind, status }: GardenError): boolean {
  return (
    kind === 'gone' ||
    kind === 'invalid' ||
    kind === 'unexpected' ||
    kind === 'not-found' ||
    status === 500 ||
    status === 504
  )
}
