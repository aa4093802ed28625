import type { Collection } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { PageEnd } from '#lib/garden/client/read-page.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { MalformedObjectError } from '#lib/garden/resources/read-fields.ts'
import type { Contact } from './contact.ts'
import type { ReflectorOptions, ReflectorTiming } from './reflector-options.ts'
import type { RetryPolicy } from './retry-policy.ts'

/** Progress of a reflector. */
export interface Progress {
  /** Version up to which the sink is complete; null when a list is needed. */
  position: string | null
  /** Time of the latest page, event or bookmark, or of a watch that ended in time. */
  heardAt: number
  /** The latest request failed before an answer. */
  isAway: boolean
  /** A watch ended early or was cut, without any delivery since `heardAt`. */
  isBarren: boolean
  /** Watches open without delivering: an open watch proves nothing until it delivers. */
  isSilent: boolean
}

/** A watch that lasts this long proves the server healthy. */
const HEALTHY_AFTER = 10_000

/** Minimum interval between watches. A shorter watch without news counts as a failure. */
const MIN_WATCH_MS = 1_000

/**
 * Tolerance for the end of a watch, whose length the server measures: absolute, and as a part of a
 * short watch.
 */
const END_TOLERANCE = 1_000
const END_TOLERANCE_PART = 1 / 4

/** Part of the budget below which no watch is worth opening: its bookmark would come too late. */
const MIN_REMAINING = 1 / 6

/** Lists the collection page by page into the sink. */
export async function list<T extends KubeObject, Item>(
  options: ReflectorOptions<T, Item>,
  progress: Progress,
  limit: number,
  signal: AbortSignal,
): Promise<void> {
  const { client, collection, keyOf, sink, contact, timing } = options
  // The server may have gone back in time, as after a restore.
  contact.reach(null)
  contact.listing()
  const seen = new Set<string>()
  const take = (object: T) => {
    const item = readItem(options, object)
    if (item === null) {
      // The last known state of a malformed object stays: the object exists.
      const key = options.identify?.(object) ?? null
      if (key !== null) seen.add(key)
      return
    }
    const key = keyOf(item)
    seen.add(key)
    sink.put(key, item, object.metadata?.resourceVersion)
  }
  progress.isAway = true
  let token: string | null = null
  for (;;) {
    const asked = { limit, signal, ...(token === null ? {} : { continue: token }) }
    const page: PageEnd = await client.page<T>(collection, asked, take)
    contact.touch()
    token = page.continue
    if (token !== null) continue
    sink.retain(seen)
    contact.reach(page.resourceVersion)
    contact.listed()
    const position = page.resourceVersion
    return void Object.assign(progress, { position, heardAt: timing.clock(), isAway: false, isBarren: false })
  }
}

/** Follows one watch from the reached version to its end. */
export async function watch<T extends KubeObject, Item>(
  options: ReflectorOptions<T, Item>,
  progress: Progress,
  retries: RetryPolicy,
  signal: AbortSignal,
): Promise<void> {
  const { client, collection, contact, timing } = options
  const from = progress.position ?? ''
  const length = watchLength(progress, timing)
  const wasAway = progress.isAway
  progress.isAway = true
  const events = await client.watch<T>(collection, { resourceVersion: from, ...length, signal })
  progress.isAway = false
  retries.opened()
  const openedAt = timing.clock()
  if (wasAway) progress.heardAt = openedAt
  if (!progress.isSilent) contact.live({ isContact: wasAway })
  let isBarren = true
  try {
    for await (const { type, object } of events) {
      isBarren = false
      recordDelivery(progress, contact, timing)
      if (type === 'DELETED') remove(options, object)
      else if (type !== 'BOOKMARK') put(options, object)
      progress.position = object.metadata?.resourceVersion ?? progress.position
      contact.reach(progress.position)
    }
  } catch (error) {
    const lived = timing.clock() - openedAt
    if (lived >= MIN_WATCH_MS) retries.lived(lived >= HEALTHY_AFTER)
    if (isBarren && isSilence(error)) progress.isBarren = true
    throw error
  }
  const lived = timing.clock() - openedAt
  // A quiet collection delivers no bookmark. A watch that the server ends in time proves that
  // nothing is held back.
  const askedMs = length.timeoutSeconds * 1000
  if (lived >= askedMs - Math.min(END_TOLERANCE, askedMs * END_TOLERANCE_PART))
    recordDelivery(progress, contact, timing)
  else if (isBarren) progress.isBarren = true
  if (lived >= MIN_WATCH_MS) retries.lived(true)
  else if (progress.position === from) throw endedAtOnce(collection)
  else await timing.sleep(MIN_WATCH_MS - lived, signal)
}

function put<T extends KubeObject, Item>(options: ReflectorOptions<T, Item>, object: T): void {
  const item = readItem(options, object)
  if (item === null) return
  const key = options.keyOf(item)
  options.contact.read(key)
  options.sink.put(key, item, object.metadata?.resourceVersion)
}

function remove<T extends KubeObject, Item>(options: ReflectorOptions<T, Item>, object: T): void {
  const item = readItem(options, object)
  const key = item === null ? (options.identify?.(object) ?? null) : options.keyOf(item)
  if (key === null) return
  options.contact.read(key)
  options.sink.remove(key)
}

/** Projects an object; null for a malformed one, which is recorded and skipped. */
function readItem<T extends KubeObject, Item>(
  { project, identify, contact }: ReflectorOptions<T, Item>,
  object: T,
): Item | null {
  let reason = 'metadata.name is missing'
  try {
    const item = project(object)
    if (item !== null) return item
  } catch (error) {
    reason = error instanceof MalformedObjectError ? error.message : 'the console cannot read it'
  }
  contact.skipped(identify?.(object) ?? null, { object: nameOf(object), reason })
  return null
}

function nameOf({ metadata }: KubeObject): string {
  const parts: readonly unknown[] = [metadata?.namespace, metadata?.name]
  const names = parts.filter(part => typeof part === 'string' && part !== '')
  return names.length === 0 ? 'an object without a name' : names.join('/')
}

/** Records a delivery, which proves the watch complete. */
function recordDelivery(progress: Progress, contact: Contact, { clock }: ReflectorTiming): void {
  if (progress.isSilent) contact.live()
  else contact.touch()
  Object.assign(progress, { heardAt: clock(), isBarren: false, isSilent: false })
}

/** Milliseconds within which a watch must deliver; 0 when a list is due. */
export function remainingMs({ isAway, heardAt }: Progress, { clock, silentAfterMs }: ReflectorTiming): number {
  // An unavailable server delivers nothing, and its return starts a new budget.
  if (isAway) return silentAfterMs
  const left = heardAt + silentAfterMs - clock()
  return left < silentAfterMs * MIN_REMAINING ? 0 : left
}

/** Length of the next watch: its bookmark must arrive before the budget ends. */
function watchLength(progress: Progress, timing: ReflectorTiming): { timeoutSeconds: number; silenceMs: number } {
  const [least, most] = timing.watchSeconds
  const drawn = least + timing.random() * (most - least)
  const patienceMs = remainingMs(progress, timing)
  const timeoutSeconds = Math.max(1, Math.round(Math.min(drawn, (patienceMs * 0.75) / 1000)))
  return { timeoutSeconds, silenceMs: Math.min(timeoutSeconds * 1000 + timing.endGraceMs, patienceMs) }
}

/** Whether a watch was cut for silence. */
function isSilence(error: unknown): boolean {
  return error instanceof GardenError && error.kind === 'timeout' && error.status === null
}

function endedAtOnce({ resource }: Collection): GardenError {
  const doing = `watch ${resource.plural}`
  return new GardenError({ kind: 'unavailable', doing, because: 'the server ended the watch as soon as it was open.' })
}
