import type { Collection, GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { PageEnd } from '#lib/garden/client/read-page.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { type BackOff, createBackOff } from './back-off.ts'
import type { Contact } from './contact.ts'
import type { Sink } from './sink.ts'

interface ReflectorOptions<T extends KubeObject, Item> {
  readonly client: Pick<GardenClient, 'page' | 'watch'>
  readonly collection: Collection
  readonly pageSize: number
  /** Keeps of an object what the sink needs, at once, so that a page is never held; null skips the object. */
  readonly project: (object: T) => Item | null
  readonly keyOf: (item: Item) => string
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
   * Length of one watch in seconds, drawn between these. The server ends it with a bookmark, so that a quiet resource is
   * known to be fresh at least that often, and its connection goes on to the next watch.
   */
  readonly watchSeconds: readonly [least: number, most: number]
  /** Milliseconds a watch has after its length before its connection counts as dead. */
  readonly endGraceMs: number
}

/** A watch that lived this long before it broke proves the server healthy. */
const HEALTHY_AFTER = 10_000

/** No watch is opened sooner after the one before; one that ends sooner without any news counts as a failure. */
const TOO_SHORT = 1_000

/** A missing permission, or resource, is asked for again this often. */
const REFUSED_RETRY = 60_000

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
  const { contact, timing } = options
  const backOff = createBackOff(timing.random)
  let position: string | null = null
  let pageSize = options.pageSize
  while (!signal.aborted) {
    try {
      position ??= await list(options, pageSize, signal)
      pageSize = options.pageSize
      position = await watch(options, position, backOff, signal)
    } catch (cause) {
      if (signal.aborted) return
      const { error, position: reached } = asFailure(cause, options.collection)
      if (options.mayBeAbsent && error.kind === 'not-found') {
        absent(options)
        position = null
        await timing.sleep(REFUSED_RETRY, signal)
        continue
      }
      contact.failed(error)
      if (reached !== null) position = reached
      if (error.kind === 'gone' && position === null) pageSize = Math.min(pageSize * 2, LARGEST_PAGE)
      if (needsList(error)) position = null
      const wait =
        error.kind === 'forbidden' ? REFUSED_RETRY * (0.9 + timing.random() / 5) : backOff.next(error.retryAfterMs ?? 0)
      await timing.sleep(wait, signal)
    }
  }
}

function absent<T extends KubeObject, Item>({ sink, contact }: ReflectorOptions<T, Item>): void {
  sink.retain(new Set())
  contact.notThere()
}

async function list<T extends KubeObject, Item>(
  { client, collection, project, keyOf, sink, contact }: ReflectorOptions<T, Item>,
  limit: number,
  signal: AbortSignal,
): Promise<string> {
  // The server may have gone back in time, as after a restore.
  contact.reach(null)
  const seen = new Set<string>()
  const take = (object: T) => {
    const item = project(object)
    if (item === null) return
    const key = keyOf(item)
    seen.add(key)
    sink.put(key, item)
  }
  let token: string | null = null
  for (;;) {
    const options = { limit, signal, ...(token === null ? {} : { continue: token }) }
    const page: PageEnd = await client.page<T>(collection, options, take)
    contact.touch()
    token = page.continue
    if (token !== null) continue
    sink.retain(seen)
    contact.reach(page.resourceVersion)
    contact.listed()
    return page.resourceVersion
  }
}

/** One watch to its end. Out: the version it reached, from which the next one goes on. */
async function watch<T extends KubeObject, Item>(
  { client, collection, project, keyOf, sink, contact, timing }: ReflectorOptions<T, Item>,
  from: string,
  backOff: BackOff,
  signal: AbortSignal,
): Promise<string> {
  const [least, most] = timing.watchSeconds
  const timeoutSeconds = Math.round(least + timing.random() * (most - least))
  const options = {
    resourceVersion: from,
    timeoutSeconds,
    silenceMs: timeoutSeconds * 1000 + timing.endGraceMs,
    signal,
  }
  let position = from
  let openedAt = timing.clock()
  try {
    const events = await client.watch<T>(collection, options)
    openedAt = timing.clock()
    contact.live()
    for await (const { type, object } of events) {
      contact.touch()
      position = object.metadata?.resourceVersion ?? position
      const item = type === 'BOOKMARK' ? null : project(object)
      if (item !== null) {
        if (type === 'DELETED') sink.remove(keyOf(item))
        else sink.put(keyOf(item), item)
      }
      contact.reach(position)
    }
  } catch (error) {
    if (timing.clock() - openedAt >= HEALTHY_AFTER) backOff.reset()
    throw new WatchBroken(position, error)
  }
  const lived = timing.clock() - openedAt
  if (lived >= TOO_SHORT) backOff.reset()
  else if (position === from) throw new WatchBroken(position, endedAtOnce(collection))
  else await timing.sleep(TOO_SHORT - lived, signal)
  contact.touch()
  return position
}

/** Carries how far a watch came, so that nothing is read twice. */
class WatchBroken extends Error {
  readonly position: string

  constructor(position: string, cause: unknown) {
    super('the watch broke', { cause })
    this.position = position
  }
}

function endedAtOnce({ resource }: Collection): GardenError {
  const doing = `watch ${resource.plural}`
  return new GardenError({ kind: 'unavailable', doing, because: 'the server ended the watch as soon as it was open.' })
}

function asFailure(cause: unknown, { resource }: Collection): { error: GardenError; position: string | null } {
  const position = cause instanceof WatchBroken ? cause.position : null
  const error = cause instanceof WatchBroken ? cause.cause : cause
  if (error instanceof GardenError) return { error, position }
  const failure = {
    kind: 'unexpected',
    doing: `read ${resource.plural}`,
    because: 'an answer of the server could not be read.',
  } as const
  return { error: new GardenError(failure, { cause: error }), position }
}

/** Whether going on from the old version is pointless: expired (410), of a lost future (504), or not understood. */
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
