import { randomBytes } from 'node:crypto'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError, isNotFound, isNotServed } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { apiVersionOf, type Resource } from '#lib/garden/resources/resource.ts'
import { formatMicroTime } from '#lib/util/format.ts'
import { WorkQueue } from './work-queue.ts'

/** The resource Event. */
export const EVENTS: Resource = { group: 'events.k8s.io', version: 'v1', plural: 'events', kind: 'Event' }

/** An event of events.k8s.io/v1. */
export interface EventObject extends KubeObject {
  eventTime?: string
  /** Set from the second occurrence on. */
  series?: { count: number; lastObservedTime: string }
  reportingController?: string
  reportingInstance?: string
  action?: string
  reason?: string
  regarding?: { apiVersion?: string; kind?: string; namespace?: string; name?: string; uid?: string }
  note?: string
  type?: 'Normal' | 'Warning'
}

/** Type, reason, action and note of an event. */
export interface EventDetails {
  readonly type: 'Normal' | 'Warning'
  /** CamelCase word. */
  readonly reason: string
  /** CamelCase word for the operation that succeeded or failed. */
  readonly action: string
  /** Sentences without secrets. */
  readonly note: string
}

interface EventRecorderOptions {
  readonly client: Pick<GardenClient, 'apply'>
  /** Reporting controller, such as `hap.kyma-project.io/cluster-operator`. */
  readonly controller: string
  /** Process of the controller, such as the name of its pod. */
  readonly instance: string
  /** Receives the error of each lost event. */
  readonly onFailure?: (error: unknown) => void
  readonly random?: () => number
  /** Epoch milliseconds. */
  readonly clock?: () => number
}

/** Records events of objects in events.k8s.io/v1. Recording never blocks and never fails the caller. */
export interface EventRecorder {
  /** Repetitions increase the count of one event. */
  record(resource: Resource, object: KubeObject, happening: EventDetails): void
  /** Number of events that were dropped because of a limit or a refusal. */
  readonly lost: number
  stop(graceMs?: number): Promise<void>
}

/** Minimum interval between two writes of a series. Milliseconds. */
const WRITE_EVERY_MS = 60_000

/**
 * A series ends after this silence; the next occurrence is a new event (as in client-go).
 * Milliseconds.
 */
const OVER_AFTER_MS = 360_000

/** The recorder drops an event after failing for this long. Milliseconds. */
const GIVE_UP_AFTER_MS = 600_000

/**
 * Limits of open series per object and in total. The recorder drops events beyond them to protect
 * the server.
 */
const MAX_PER_OBJECT = 25
const MAX_SERIES = 2_000

/** Maximum lengths that the API accepts, in bytes. */
const MAX_NOTE = 1_024
const MAX_WORD = 128
const MAX_NAME = 236

const GRACE_MS = 2_000

/** Creates a recorder that writes events in the background until stopped. */
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
      const overAt = series.lastAt + OVER_AFTER_MS
      return clock() < overAt ? Math.min(overAt, clock() + WRITE_EVERY_MS) : end(key)
    }
    const { event, confirm } = series.toWrite()
    const place = { resource: EVENTS, namespace: series.namespace, name: series.name }
    try {
      await client.apply<EventObject>(place, event, { manager: controller, force: true, signal })
      confirm()
      return clock() + WRITE_EVERY_MS
    } catch (error) {
      if (!isFutile(error) && clock() < series.lastAt + GIVE_UP_AFTER_MS) throw error
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
      if (known !== undefined && clock() < known.lastAt + OVER_AFTER_MS) return known.repeat(clock())
      if (known !== undefined) end(key)
      if (all.size >= MAX_SERIES || (perObject.get(uid) ?? 0) >= MAX_PER_OBJECT) {
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

/** Truncates before comparing, so that text beyond the limits does not start another series. */
function shortened({ type, reason, action, note }: EventDetails): EventDetails {
  return { type, reason: cutTo(reason, MAX_WORD), action: cutTo(action, MAX_WORD), note: cutTo(note, MAX_NOTE) }
}

/** Identity of a series; begins with the uid of the object. */
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
      // An event lives in the namespace of its object; events of cluster-scoped objects live in
      // `default` (Kubernetes).
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
 * Whether a retry is futile, because the namespace may be terminating. The recorder never reads an
 * event again, so it does not retry a conflict; the client renews refused credentials (401) between
 * retries.
 */
function isFutile(error: unknown): boolean {
  if (!(error instanceof GardenError) || error.kind === 'unauthenticated') return false
  return error.isRefusal || error.kind === 'conflict' || isNotFound(error) || isNotServed(error)
}

/** Repetitions of one event of one object. */
export class EventSeries {
  readonly #event: EventObject
  readonly #startedAt: number
  #count = 1
  #written = 0
  #lastAt: number

  /** `event` holds the fields that all writes share, with a unique name. */
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

  /** Epoch milliseconds of the last occurrence. */
  get lastAt(): number {
    return this.#lastAt
  }

  get hasNews(): boolean {
    return this.#written < this.#count
  }

  repeat(now: number): void {
    this.#count++
    this.#lastAt = now
  }

  /** The event to write; `confirm` marks this count as written. */
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

/** Truncates a text to a number of bytes of UTF-8 and marks the cut with "…". */
export function cutTo(text: string, bytes: number): string {
  if (Buffer.byteLength(text) <= bytes) return text
  const head = Buffer.from(text).subarray(0, bytes - Buffer.byteLength('…'))
  // The streaming decoder drops a character that the cut splits.
  return `${new TextDecoder().decode(head, { stream: true })}…`
}
