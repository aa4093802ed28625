import { randomBytes } from 'node:crypto'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError, isNotFound, isNotServed } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { apiVersionOf, type Resource } from '#lib/garden/resources/resource.ts'
import { formatMicroTime } from '#lib/util/format.ts'
import { WorkQueue } from './work-queue.ts'

export const EVENTS: Resource = { group: 'events.k8s.io', version: 'v1', plural: 'events', kind: 'Event' }

/** An event as events.k8s.io/v1 has it. */
export interface EventObject extends KubeObject {
  eventTime?: string
  /** Set from the second time on. */
  series?: { count: number; lastObservedTime: string }
  reportingController?: string
  reportingInstance?: string
  action?: string
  reason?: string
  regarding?: { apiVersion?: string; kind?: string; namespace?: string; name?: string; uid?: string }
  note?: string
  type?: 'Normal' | 'Warning'
}

/** What happened, for people who look at an object. */
export interface EventDetails {
  readonly type: 'Normal' | 'Warning'
  /** Why, in one CamelCase word. */
  readonly reason: string
  /** What the controller did, or failed to, in one CamelCase word. */
  readonly action: string
  /** One sentence; no secret, no text of a server. */
  readonly note: string
}

interface EventRecorderOptions {
  readonly client: Pick<GardenClient, 'apply'>
  /** Who reports, such as `hap.kyma-project.io/cluster-operator`. */
  readonly controller: string
  /** Which process of it, such as the name of its pod. */
  readonly instance: string
  /** Reported of what could not be written. */
  readonly onFailure?: (error: unknown) => void
  readonly random?: () => number
  /** Epoch milliseconds. */
  readonly clock?: () => number
}

/** Tells of objects by events of events.k8s.io/v1. Nobody waits for it, and nobody fails by it. */
export interface EventRecorder {
  /** Repeats of the same count up one event. */
  record(resource: Resource, object: KubeObject, happening: EventDetails): void
  /** Events that were never written: too many at once, or refused. */
  readonly lost: number
  stop(graceMs?: number): Promise<void>
}

/** A series is written at most this often, however often it repeats. Milliseconds. */
const WRITE_EVERY = 60_000

/** A series that was quiet so long is over: what comes then is a new event (as in client-go). Milliseconds. */
const OVER_AFTER = 360_000

/** An event that could not be written for so long is no news any more. Milliseconds. */
const GIVE_UP_AFTER = 600_000

/** Series under way, of one object and in all: what is beyond is lost, rather than flooding the server. */
const MAX_PER_OBJECT = 25
const MAX = 2_000

/** Longest texts that the API takes, in bytes. */
const MAX_NOTE = 1_024
const MAX_WORD = 128
const MAX_NAME = 236

const GRACE_MS = 2_000

export function createEventRecorder(options: EventRecorderOptions): EventRecorder {
  const { client, controller, onFailure, clock = Date.now } = options
  const instance = cutTo(options.instance, MAX_WORD)
  const all = new Map<string, EventSeries>()
  const perObject = new Map<string, number>()
  let lost = 0

  const countOf = (uid: string, change: number) => {
    const count = (perObject.get(uid) ?? 0) + change
    if (count === 0) perObject.delete(uid)
    else perObject.set(uid, count)
  }

  const end = (key: string) => {
    if (all.delete(key)) countOf(uidIn(key), -1)
    return null
  }

  const write = async (key: string, signal: AbortSignal): Promise<number | null> => {
    const series = all.get(key)
    if (series === undefined) return null
    if (!series.hasNews) {
      const overAt = series.lastAt + OVER_AFTER
      return clock() < overAt ? Math.min(overAt, clock() + WRITE_EVERY) : end(key)
    }
    const { event, confirm } = series.toWrite()
    const place = { resource: EVENTS, namespace: series.namespace, name: series.name }
    try {
      await client.apply<EventObject>(place, event, { manager: controller, force: true, signal })
      confirm()
      return clock() + WRITE_EVERY
    } catch (error) {
      if (!isFutile(error) && clock() < series.lastAt + GIVE_UP_AFTER) throw error
      lost++
      onFailure?.(error)
      return end(key)
    }
  }

  const queue = new WorkQueue({
    work: write,
    parallel: 2,
    clock,
    ...(options.random === undefined ? {} : { random: options.random }),
  })
  queue.open()

  return {
    record(resource, object, news) {
      const happening = shortened(news)
      const key = keyOfSeries(object, happening)
      const uid = uidIn(key)
      const known = all.get(key)
      if (known !== undefined && clock() < known.lastAt + OVER_AFTER) return known.again(clock())
      if (known !== undefined) end(key)
      if (all.size >= MAX || (perObject.get(uid) ?? 0) >= MAX_PER_OBJECT) {
        lost++
        return
      }
      const event = eventOf(resource, object, happening, { controller, instance })
      all.set(key, new EventSeries(event, clock()))
      countOf(uid, 1)
      queue.add(key)
    },
    get lost() {
      return lost
    },
    stop: (graceMs = GRACE_MS) => queue.close(graceMs),
  }
}

/** As it is written: what nobody sees of it makes no series of its own, and is not kept. */
function shortened({ type, reason, action, note }: EventDetails): EventDetails {
  return { type, reason: cutTo(reason, MAX_WORD), action: cutTo(action, MAX_WORD), note: cutTo(note, MAX_NOTE) }
}

/** What makes two happenings the same; begins with the uid of the object. */
function keyOfSeries({ metadata }: KubeObject, { type, reason, action, note }: EventDetails): string {
  return [metadata?.uid ?? '', type, reason, action, note].join('\n')
}

function uidIn(key: string): string {
  return key.slice(0, key.indexOf('\n'))
}

function eventOf(
  resource: Resource,
  { metadata = {} }: KubeObject,
  { type, reason, action, note }: EventDetails,
  { controller, instance }: { readonly controller: string; readonly instance: string },
): EventObject {
  const { namespace, name = '', uid } = metadata
  return {
    metadata: {
      // An event lives beside what it is about; of what has no namespace in `default` (Kubernetes).
      namespace: namespace ?? 'default',
      name: `${name.slice(0, MAX_NAME).replace(/[^a-z0-9]+$/, '')}.${randomBytes(8).toString('hex')}`,
    },
    regarding: {
      apiVersion: apiVersionOf(resource),
      kind: resource.kind,
      name,
      ...(namespace === undefined ? {} : { namespace }),
      ...(uid === undefined ? {} : { uid }),
    },
    type,
    reason,
    action,
    note,
    reportingController: controller,
    reportingInstance: instance,
  }
}

/**
 * Whether a retry of an event is no use: the namespace may be on its way out. A conflict is not retried either, as the recorder
 * never reads an event again; credentials that are refused (401) are renewed while it retries.
 */
function isFutile(error: unknown): boolean {
  if (!(error instanceof GardenError) || error.kind === 'unauthenticated') return false
  return error.isRefusal || error.kind === 'conflict' || isNotFound(error) || isNotServed(error)
}

/** The same happening of the same object, as often as it comes. */
export class EventSeries {
  readonly #event: EventObject
  readonly #startedAt: number
  #count = 1
  #written = 0
  #lastAt: number

  /** `event` is what all of its writes have in common, and has a name of its own. */
  constructor(event: EventObject, now: number) {
    this.#event = event
    this.#startedAt = now
    this.#lastAt = now
  }

  get namespace(): string {
    return this.#event.metadata?.namespace ?? ''
  }

  get name(): string {
    return this.#event.metadata?.name ?? ''
  }

  /** Epoch milliseconds of the last time it happened. */
  get lastAt(): number {
    return this.#lastAt
  }

  get hasNews(): boolean {
    return this.#written < this.#count
  }

  again(now: number): void {
    this.#count++
    this.#lastAt = now
  }

  /** The event as it is to be written now; `confirm` says that it was. */
  toWrite(): { readonly event: EventObject; readonly confirm: () => void } {
    const count = this.#count
    const series = count < 2 ? {} : { series: { count, lastObservedTime: formatMicroTime(this.#lastAt) } }
    return {
      event: { ...this.#event, eventTime: formatMicroTime(this.#startedAt), ...series },
      confirm: () => {
        this.#written = count
      },
    }
  }
}

/** A text of at most so many bytes of UTF-8; a longer one loses its end, and says so by "…". */
export function cutTo(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  const kept = Buffer.from(text).subarray(0, bytes - Buffer.byteLength('…'))
  // A character that was cut through goes whole.
  return `${new TextDecoder().decode(kept, { stream: true })}…`
}
