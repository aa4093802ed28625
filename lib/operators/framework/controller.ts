import { once } from 'node:events'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { ControllerMetrics } from './metrics.ts'
import { keyFrom, keyOf, keyText, type ObjectKey, type Reconciler } from './reconciler.ts'
import type { StoreFreshness, WatchStore } from './watch-store.ts'
import { WorkQueue } from './work-queue.ts'

interface ControllerOptions {
  /** Name in logs and metrics. */
  readonly name: string
  readonly reconciler: Reconciler
  /** Objects that the controller reconciles: objectsOf(store). */
  readonly primary: Source
  /** Objects that the reconciled ones depend on: dependents(store, keysOf). */
  readonly others?: readonly Source[]
  /** Concurrent reconciliations; default 4. */
  readonly parallel?: number
  /** Milliseconds after which the signal of a run aborts; default 10 minutes. */
  readonly withinMs?: number
  /** Interval of the resync in milliseconds, which covers missed changes; default 10 minutes. */
  readonly resyncMs?: number
  /**
   * Receives the error of each failed run; key null: a source could not determine the keys. Must
   * not throw.
   */
  readonly onFailure?: (key: ObjectKey | null, error: unknown) => void
  readonly random?: () => number
  /** Epoch milliseconds. */
  readonly clock?: () => number
}

/** Reconciles the objects of one resource while it runs. */
export interface Controller {
  readonly name: string
  /**
   * Starts work when all sources have their first list: before that a missing object proves
   * nothing.
   */
  start(): void
  /** Enqueues an object for a change that no source delivers. */
  touch(key: ObjectKey): void
  /**
   * Starts no further run and waits for running ones; after `graceMs`, default 10 s, their signal
   * aborts.
   */
  stop(graceMs?: number): Promise<void>
  metrics(): ControllerMetrics
  /** Freshness of the sources. */
  freshness(): readonly StoreFreshness[]
}

const PARALLEL = 4
const RESYNC_MS = 600_000
const GRACE_MS = 10_000

/**
 * Creates a controller that can be started once. The caller owns the sources and stops them
 * afterwards.
 */
export function createController(options: ControllerOptions): Controller {
  const { name, reconciler, primary, onFailure, random = Math.random, resyncMs = RESYNC_MS } = options
  const sources = [primary, ...(options.others ?? [])]
  const stopping = new AbortController()
  const endings: (() => void)[] = []
  const queue = new WorkQueue({
    work: async (text, signal) => (await reconciler.reconcile(keyFrom(text), signal)).requeueAt,
    parallel: options.parallel ?? PARALLEL,
    random,
    onFailure: (text, error) => onFailure?.(keyFrom(text), error),
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(options.withinMs === undefined ? {} : { withinMs: options.withinMs }),
  })
  const touch = (key: ObjectKey) => queue.add(keyText(key))
  const failed = (error: unknown) => onFailure?.(null, error)

  const resync = () => {
    try {
      for (const key of primary.keys()) queue.add(keyText(key), 'resync')
    } catch (error) {
      failed(error)
    }
  }

  const openWhenReady = async () => {
    const ready = await Promise.all(sources.map(source => source.ready(stopping.signal)))
    if (stopping.signal.aborted || ready.includes(false)) return
    queue.open()
    // The jitter spreads the resyncs of replicas and controllers.
    const timer = setInterval(resync, resyncMs * (0.9 + random() / 5))
    timer.unref()
    endings.push(() => clearInterval(timer))
  }

  return {
    name,
    start() {
      for (const source of sources) endings.push(source.subscribe(touch, failed))
      void openWhenReady()
    },
    touch,
    async stop(graceMs = GRACE_MS) {
      stopping.abort()
      for (const end of endings.splice(0)) end()
      await queue.close(graceMs)
    },
    metrics: () => queue.metrics(),
    freshness: () => sources.map(source => source.freshness()),
  }
}

/** Delivers the keys that a controller reconciles. */
export interface Source {
  /**
   * Calls `touch` with the keys of each change, first with those of existing objects. Returns the
   * unsubscribe function.
   */
  subscribe(touch: (key: ObjectKey) => void, onError: (error: unknown) => void): () => void
  /** Keys of all objects. */
  keys(): Iterable<ObjectKey>
  ready(signal: AbortSignal): Promise<boolean>
  freshness(): StoreFreshness
}

/** Source of the objects that a controller reconciles. */
export function objectsOf<T extends KubeObject>(store: Feed<T>): Source {
  return dependents(store, object => [keyOf(object)])
}

type Feed<T extends KubeObject> = Pick<WatchStore<T>, 'all' | 'subscribe' | 'ready' | 'freshness'>

/**
 * Source of objects that others depend on; `keysOf` returns the dependents. A change enqueues the
 * dependents of the old and of the new version.
 */
export function dependents<T extends KubeObject>(store: Feed<T>, keysOf: (object: T) => Iterable<ObjectKey>): Source {
  return {
    subscribe(touch, onError) {
      const enqueue = (object: T | null) => {
        try {
          for (const key of object === null ? [] : keysOf(object)) touch(key)
        } catch (error) {
          // A malformed object must not stop the watch of all others.
          onError(error)
        }
      }
      const unsubscribe = store.subscribe(({ before, after }) => {
        enqueue(before)
        enqueue(after)
      })
      for (const object of store.all()) enqueue(object)
      return unsubscribe
    },
    *keys() {
      for (const object of store.all()) yield* keysOf(object)
    },
    ready: signal => store.ready(signal),
    freshness: () => store.freshness(),
  }
}

interface Parts {
  readonly controllers: readonly Pick<Controller, 'start' | 'stop'>[]
  /** Watch stores and event recorders, which stop after the controllers. */
  readonly below?: readonly { stop(): Promise<void> }[]
  /** Grace period of running reconciliations in milliseconds. */
  readonly graceMs?: number
}

/**
 * Runs controllers until the signal aborts, as LeaderElection.run expects. Returns when everything
 * has stopped.
 */
export async function runUntil(signal: AbortSignal, { controllers, below = [], graceMs }: Parts): Promise<void> {
  if (!signal.aborted) {
    for (const controller of controllers) controller.start()
    await once(signal, 'abort')
  }
  await Promise.all(controllers.map(controller => controller.stop(graceMs)))
  await Promise.all(below.map(part => part.stop()))
}
