import { once } from 'node:events'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { ControllerMetrics } from './metrics.ts'
import { keyFrom, keyOf, keyText, type ObjectKey, type Reconciler } from './reconciler.ts'
import type { StoreFreshness, WatchStore } from './watch-store.ts'
import { WorkQueue } from './work-queue.ts'

interface ControllerOptions {
  /** For logs and metrics. */
  readonly name: string
  readonly reconciler: Reconciler
  /** The objects it is for: objectsOf(store). */
  readonly primary: Source
  /** What else the objects depend on: dependents(store, keysOf). */
  readonly others?: readonly Source[]
  /** Objects worked on at once; default 4. */
  readonly parallel?: number
  /** Milliseconds after which the signal of a run aborts; default 10 minutes. */
  readonly withinMs?: number
  /** Milliseconds after which all objects are looked at again, should a change have been missed; default 10 minutes. */
  readonly resyncMs?: number
  /** Reported of each run that failed; key null: a source could not tell which objects to look at. Must not throw. */
  readonly onFailure?: (key: ObjectKey | null, error: unknown) => void
  readonly random?: () => number
  /** Epoch milliseconds. */
  readonly clock?: () => number
}

/** Keeps the objects of one resource reconciled while it runs. */
export interface Controller {
  readonly name: string
  /** Begins to work once all sources have their first list: until then nothing can be told to be missing. */
  start(): void
  /** Looks at an object soon, for news that no source brings. */
  touch(key: ObjectKey): void
  /** Begins nothing more and waits for what is under way; after `graceMs`, default 10 s, its signal aborts. */
  stop(graceMs?: number): Promise<void>
  metrics(): ControllerMetrics
  /** Of its sources. */
  freshness(): readonly StoreFreshness[]
}

const PARALLEL = 4
const RESYNC_MS = 600_000
const GRACE_MS = 10_000

/** A controller, not yet started. It can be started once; its sources are not its own and go on after it. */
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
    // Not all replicas, nor all controllers, in the same moment.
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

/** Tells a controller which objects to look at. */
export interface Source {
  /** Calls back with the keys of each change, also of what is there already. Out: ends that. */
  subscribe(touch: (key: ObjectKey) => void, onError: (error: unknown) => void): () => void
  /** Keys of all there is. */
  keys(): Iterable<ObjectKey>
  ready(signal: AbortSignal): Promise<boolean>
  freshness(): StoreFreshness
}

/** The objects a controller is for. */
export function objectsOf<T extends KubeObject>(store: Feed<T>): Source {
  return dependents(store, object => [keyOf(object)])
}

type Feed<T extends KubeObject> = Pick<WatchStore<T>, 'all' | 'subscribe' | 'ready' | 'freshness'>

/**
 * Objects on which others depend: `keysOf` tells which. A change of one touches those that depended on it before, and those that
 * do now.
 */
export function dependents<T extends KubeObject>(store: Feed<T>, keysOf: (object: T) => Iterable<ObjectKey>): Source {
  return {
    subscribe(touch, onError) {
      const tell = (object: T | null) => {
        try {
          for (const key of object === null ? [] : keysOf(object)) touch(key)
        } catch (error) {
          // An object that cannot be understood must not stop the watch of all others.
          onError(error)
        }
      }
      const unsubscribe = store.subscribe(({ before, after }) => {
        tell(before)
        tell(after)
      })
      for (const object of store.all()) tell(object)
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
  /** What the controllers stand on, to be stopped after them: watch stores, event recorders. */
  readonly below?: readonly { stop(): Promise<void> }[]
  /** Milliseconds runs under way are given to end by themselves. */
  readonly graceMs?: number
}

/** Runs controllers until the signal aborts, as the work of a leader: see LeaderElection.run. Returns when all has ended. */
export async function runUntil(signal: AbortSignal, { controllers, below = [], graceMs }: Parts): Promise<void> {
  if (!signal.aborted) {
    for (const controller of controllers) controller.start()
    await once(signal, 'abort')
  }
  await Promise.all(controllers.map(controller => controller.stop(graceMs)))
  await Promise.all(below.map(part => part.stop()))
}
