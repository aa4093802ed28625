import type { ControllerMetrics } from './metrics.ts'
import { keyFrom, keyText } from './object-key.ts'
import type { ObjectKey, Reconciler } from './reconciler.ts'
import type { Source } from './source.ts'
import type { StoreFreshness } from './watch-store.ts'
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
  /** Told of each run that failed; key null: a source could not tell which objects to look at. Must not throw. */
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
    work: async (text, signal) => (await reconciler.reconcile(keyFrom(text), signal)).again,
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
