import type { Collection } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { PageEnd } from '#lib/garden/client/read-page.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Contact } from './contact.ts'
import type { ReflectorOptions, ReflectorTiming } from './reflector.ts'
import type { RetryPolicy } from './retry-policy.ts'

/** How far a reflector has come. */
export interface Progress {
  /** Version up to which everything is in the sink; null where a list is needed. */
  position: string | null
  /** When the server last delivered a page, an event or a bookmark, or ended a watch in time. */
  heardAt: number
  /** The last request failed before its answer began. */
  isAway: boolean
  /** A watch ended early or was cut off, and nothing was delivered since `heardAt`. */
  isBarren: boolean
  /** Watches open and deliver nothing: an open watch proves nothing until it delivers. */
  isSilent: boolean
}

/** A watch that lived this long before it broke proves the server healthy. */
const HEALTHY_AFTER = 10_000

/** No watch is opened sooner after the one before; one that ends sooner without any news counts as a failure. */
const TOO_SHORT = 1_000

/** A server ends a watch by its own clock. */
const END_TOLERANCE = 1_000

/** Part of the patience below which no watch is worth opening: its bookmark would come too late. */
const LEAST_PATIENCE = 1 / 6

/** Lists the collection page by page into the sink. */
export async function list<T extends KubeObject, Item>(
  { client, collection, project, keyOf, sink, contact, timing }: ReflectorOptions<T, Item>,
  progress: Progress,
  limit: number,
  signal: AbortSignal,
): Promise<void> {
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
  progress.isAway = true
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
    const position = page.resourceVersion
    return void Object.assign(progress, { position, heardAt: timing.clock(), isAway: false, isBarren: false })
  }
}

/** Follows one watch from the version that was reached to its end. */
export async function watch<T extends KubeObject, Item>(
  { client, collection, project, keyOf, sink, contact, timing }: ReflectorOptions<T, Item>,
  progress: Progress,
  retries: RetryPolicy,
  signal: AbortSignal,
): Promise<void> {
  const from = progress.position ?? ''
  const length = lengthOf(progress, timing)
  const options = { resourceVersion: from, ...length, signal }
  const wasAway = progress.isAway
  progress.isAway = true
  const events = await client.watch<T>(collection, options)
  progress.isAway = false
  retries.opened()
  const openedAt = timing.clock()
  if (wasAway) progress.heardAt = openedAt
  if (!progress.isSilent) contact.live({ isContact: wasAway })
  let isBarren = true
  try {
    for await (const { type, object } of events) {
      isBarren = false
      heard(progress, contact, timing)
      const item = type === 'BOOKMARK' ? null : project(object)
      if (item !== null) {
        if (type === 'DELETED') sink.remove(keyOf(item))
        else sink.put(keyOf(item), item)
      }
      progress.position = object.metadata?.resourceVersion ?? progress.position
      contact.reach(progress.position)
    }
  } catch (error) {
    const lived = timing.clock() - openedAt
    if (lived >= TOO_SHORT) retries.lived(lived >= HEALTHY_AFTER)
    if (isBarren && isSilence(error)) progress.isBarren = true
    throw error
  }
  const lived = timing.clock() - openedAt
  // A quiet collection brings no bookmark. That the server ends the watch in time proves that nothing is held back.
  if (lived >= length.timeoutSeconds * 1000 - END_TOLERANCE) heard(progress, contact, timing)
  else if (isBarren) progress.isBarren = true
  if (lived >= TOO_SHORT) retries.lived(true)
  else if (progress.position === from) throw endedAtOnce(collection)
  else await timing.sleep(TOO_SHORT - lived, signal)
}

/** The watch proves that what it delivers is all there is. */
function heard(progress: Progress, contact: Contact, { clock }: ReflectorTiming): void {
  if (progress.isSilent) contact.live()
  else contact.touch()
  Object.assign(progress, { heardAt: clock(), isBarren: false, isSilent: false })
}

/** Milliseconds within which a watch has to deliver something; 0 when a list is due. */
export function patienceOf({ isAway, heardAt }: Progress, { clock, silentAfterMs }: ReflectorTiming): number {
  // A server that is away delivers nothing, and its return begins a new term.
  if (isAway) return silentAfterMs
  const left = heardAt + silentAfterMs - clock()
  return left < silentAfterMs * LEAST_PATIENCE ? 0 : left
}

/** Length of the next watch: its bookmark has to come before the patience ends. */
function lengthOf(progress: Progress, timing: ReflectorTiming): { timeoutSeconds: number; silenceMs: number } {
  const [least, most] = timing.watchSeconds
  const drawn = least + timing.random() * (most - least)
  const patienceMs = patienceOf(progress, timing)
  const timeoutSeconds = Math.max(1, Math.round(Math.min(drawn, (patienceMs * 0.75) / 1000)))
  return { timeoutSeconds, silenceMs: Math.min(timeoutSeconds * 1000 + timing.endGraceMs, patienceMs) }
}

/** Whether a watch was cut off because nothing came. */
function isSilence(error: unknown): boolean {
  return error instanceof GardenError && error.kind === 'timeout' && error.status === null
}

function endedAtOnce({ resource }: Collection): GardenError {
  const doing = `watch ${resource.plural}`
  return new GardenError({ kind: 'unavailable', doing, because: 'the server ended the watch as soon as it was open.' })
}
