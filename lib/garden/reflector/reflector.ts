import type { Collection } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { list, type Progress, remainingMs, watch } from './list-and-watch.ts'
import type { ReflectorOptions, ReflectorTiming } from './reflector-options.ts'
import { RetryPolicy } from './retry-policy.ts'

/** Interval of retries for a kind that was never installed. */
const NOT_SERVED_RETRY = 60_000

/**
 * A starting server may not serve every kind: this number of consecutive answers proves that a kind
 * is not served.
 */
const NOT_SERVED_ANSWERS = 3

/** Pages grow when the list expires half-way (slow network), so that it completes eventually. */
const MAX_PAGE = 1_000

/**
 * Keeps a sink equal to a collection of the API: paged list, then watch, through every failure. The
 * library's informer lists without pages, requests no bookmarks and stops after an error. Returns
 * when the signal aborts.
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
  let notServed = 0
  while (!signal.aborted) {
    if (progress.position !== null && remainingMs(progress, timing) === 0) {
      progress.position = null
      if (progress.isBarren) contact.failed(silentWatch(collection, timing))
      progress.isSilent = progress.isBarren
    }
    const isList = progress.position === null
    try {
      if (isList) await list(options, progress, pageSize, signal)
      notServed = 0
      pageSize = options.pageSize
      await watch(options, progress, retries, signal)
    } catch (cause) {
      if (signal.aborted) return
      const error = asGardenError(cause, collection)
      notServed = error.kind === 'not-served' ? notServed + 1 : 0
      const before = contact.state()
      const wasServed = before.complete && !before.absent
      const isConfirmed = notServed >= NOT_SERVED_ANSWERS || (notServed > 0 && !wasServed)
      if (options.whenNotServed === 'empty' && isConfirmed) {
        options.sink.retain(new Set())
        contact.notServed()
        progress.position = null
        await timing.sleep(NOT_SERVED_RETRY, signal)
        continue
      }
      const { waitMs, report } = retries.after(error, { wasLive: before.complete, isList })
      const isGone = options.whenNotServed === 'keep' && notServed >= NOT_SERVED_ANSWERS
      const failure = isGone ? await recallKnown(options) : report
      if (failure === null) contact.notServed()
      else contact.failed(failure)
      if (error.kind === 'gone' && progress.position === null) pageSize = Math.min(pageSize * 2, MAX_PAGE)
      if (needsList(error)) progress.position = null
      if (waitMs > 0) await timing.sleep(waitMs, signal)
    }
  }
}

/** Loads stored objects of a kind before it counts as not served. Null, or the failure. */
async function recallKnown<T extends KubeObject, Item>({
  contact,
  collection,
  recall,
}: ReflectorOptions<T, Item>): Promise<GardenError | null> {
  if (contact.state().complete) return null
  try {
    await recall?.()
    return null
  } catch (cause) {
    const doing = `recall ${collection.resource.plural}, which the server does not serve`
    const because = 'the database did not say what was known of them.'
    return new GardenError({ kind: 'unavailable', doing, because }, { cause })
  }
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

/** Whether the version is unusable: expired (410), of a lost future (504), or not understood. */
function needsList({ kind, status }: GardenError): boolean {
  return (
    kind === 'gone' ||
    kind === 'invalid' ||
    kind === 'unexpected' ||
    kind === 'not-found' ||
    kind === 'not-served' ||
    status === 500 ||
    status === 504
  )
}
