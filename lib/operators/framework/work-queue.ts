import { GardenError } from '#lib/garden/client/garden-error.ts'
import { type BackOff, createBackOff } from '#lib/util/retry.ts'
import { type ControllerMetrics, QueueMeter } from './metrics.ts'

const LANES = ['due', 'change', 'resync'] as const

/**
 * Why a key waits: its time has come, its object changed, or a periodic resync. Resyncs wait until
 * both other lanes are empty.
 */
type Lane = (typeof LANES)[number]

interface WorkQueueOptions {
  /** Returns epoch milliseconds of the next run, or null. The queue retries after an error. */
  readonly work: (key: string, signal: AbortSignal) => Promise<number | null>
  /** Maximum of concurrent runs. */
  readonly parallel: number
  /** Time limit of a run in milliseconds, so that a hanging run does not occupy a worker for ever. */
  readonly withinMs?: number
  /** Receives the error of each failed run; must not throw. */
  readonly onFailure?: (key: string, error: unknown) => void
  readonly random?: () => number
  /** Epoch milliseconds, for requeues. */
  readonly clock?: () => number
  /** Monotonic milliseconds, for retries. */
  readonly ticks?: () => number
}

/** Back-off of a failing key in milliseconds: half a second at first, minutes in the end. */
const PAUSES = { firstMs: 500, maxMs: 300_000 }

/** Exceeds the sum of the time limits of all calls of a run. */
const WITHIN_MS = 600_000

/** Minimum pause before a requeue, so that a requeue in the past does not spin. Milliseconds. */
const MIN_PAUSE_MS = 100

/**
 * Runs work for keys, one run per key at a time. Each add is followed by a run that starts after
 * it. Adds of a waiting key coalesce; adds of a running key cause one further run (as in
 * client-go's work queue).
 */
export class WorkQueue {
  readonly #options: WorkQueueOptions
  readonly #random: () => number
  readonly #clock: () => number
  readonly #ticks: () => number
  readonly #line = new LaneQueue()
  readonly #inWork = new Map<string, { readonly since: number; readonly done: Promise<void> }>()
  readonly #addedInWork = new Map<string, { lane: Lane; readonly since: number }>()
  readonly #backOffs = new Map<string, BackOff>()
  readonly #requeues: Timetable
  readonly #retries: Timetable
  readonly #meter = new QueueMeter()
  readonly #aborting = new AbortController()
  #state: 'held' | 'open' | 'closed' = 'held'

  /** Starts no run before open(). */
  constructor(options: WorkQueueOptions) {
    this.#options = options
    this.#random = options.random ?? Math.random
    this.#ticks = options.ticks ?? (() => performance.now())
    this.#clock = options.clock ?? Date.now
    this.#requeues = new Timetable(this.#clock, key => this.add(key, 'due'))
    this.#retries = new Timetable(this.#ticks, key => this.add(key))
  }

  add(key: string, lane: Lane = 'change'): void {
    if (this.#state === 'closed') return
    this.#meter.added()
    const now = this.#ticks()
    const added = this.#addedInWork.get(key)
    if (!this.#inWork.has(key)) this.#line.add(key, lane, now)
    else if (added === undefined) this.#addedInWork.set(key, { lane, since: now })
    else added.lane = urgentLane(added.lane, lane)
    this.#pump()
  }

  open(): void {
    if (this.#state === 'held') this.#state = 'open'
    this.#pump()
  }

  /**
   * Starts no further run and waits for running ones; their signal aborts after `graceMs`. A closed
   * queue stays closed.
   */
  async close(graceMs: number): Promise<void> {
    this.#state = 'closed'
    this.#line.clear()
    this.#requeues.clear()
    this.#retries.clear()
    this.#addedInWork.clear()
    if (this.#inWork.size === 0) return
    const timer = setTimeout(() => this.#aborting.abort(), graceMs)
    await Promise.all([...this.#inWork.values()].map(({ done }) => done))
    clearTimeout(timer)
  }

  metrics(): ControllerMetrics {
    const now = this.#ticks()
    const begins = [...this.#inWork.values()].map(({ since }) => since)
    return {
      depth: this.#line.length + this.#addedInWork.size,
      scheduled: this.#requeues.size + this.#retries.size,
      working: begins.length,
      longestRunMs: now - Math.min(now, ...begins),
      ...this.#meter.snapshot(),
    }
  }

  #pump(): void {
    while (this.#state === 'open' && this.#inWork.size < this.#options.parallel) {
      const next = this.#line.next()
      if (next === null) return
      this.#begin(next)
    }
  }

  #begin({ key, since }: Place): void {
    const now = this.#ticks()
    this.#meter.began(now - since)
    this.#requeues.delete(key)
    this.#retries.delete(key)
    const done = Promise.resolve()
      .then(() => this.#work(key))
      .then(
        requeueAt => this.#succeeded(key, requeueAt),
        (error: unknown) => this.#failed(key, error),
      )
      .then(() => this.#end(key, now))
    this.#inWork.set(key, { since: now, done })
  }

  async #work(key: string): Promise<number | null> {
    const { work, withinMs = WITHIN_MS } = this.#options
    const over = new AbortController()
    const timer = setTimeout(() => over.abort(new RunTooLongError(withinMs)), withinMs)
    try {
      return await work(key, AbortSignal.any([this.#aborting.signal, over.signal]))
    } finally {
      clearTimeout(timer)
    }
  }

  #succeeded(key: string, requeueAt: number | null): void {
    if (Number.isNaN(requeueAt)) {
      this.#failed(key, new RangeError(`the next look at ${key} is at no time`))
      return
    }
    this.#backOffs.delete(key)
    if (requeueAt === null || this.#state === 'closed') return
    this.#requeues.set(key, Math.max(requeueAt, this.#clock() + MIN_PAUSE_MS))
  }

  #failed(key: string, error: unknown): void {
    if (this.#state === 'closed') return
    const failure = error instanceof GardenError ? error : null
    this.#meter.failed(failure?.kind === 'conflict')
    const backOff = this.#backOffs.get(key) ?? createBackOff(this.#random, PAUSES)
    this.#backOffs.set(key, backOff)
    this.#retries.set(key, this.#ticks() + backOff.next(failure?.retryAfterMs ?? 0))
    this.#options.onFailure?.(key, error)
  }

  #end(key: string, begunAt: number): void {
    this.#meter.ended(this.#ticks() - begunAt)
    this.#inWork.delete(key)
    const added = this.#addedInWork.get(key)
    this.#addedInWork.delete(key)
    if (added !== undefined) this.#line.add(key, added.lane, added.since)
    this.#pump()
  }
}

/** Maximum timer interval: the clock may be adjusted and a machine may sleep. Milliseconds. */
const MAX_TIMER_MS = 30_000

/** Schedule of keys; calls `onDue` once per due key. */
class Timetable {
  readonly #clock: () => number
  readonly #onDue: (key: string) => void
  readonly #due = new Map<string, number>()
  #timer: NodeJS.Timeout | null = null
  #timerAt = Number.POSITIVE_INFINITY

  constructor(clock: () => number, onDue: (key: string) => void) {
    this.#clock = clock
    this.#onDue = onDue
  }

  get size(): number {
    return this.#due.size
  }

  /** Schedules a key and replaces its previous time. */
  set(key: string, at: number): void {
    this.#due.set(key, at)
    if (at < this.#timerAt) this.#arm(at)
  }

  delete(key: string): void {
    this.#due.delete(key)
  }

  clear(): void {
    this.#due.clear()
    this.#disarm()
  }

  #disarm(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    this.#timerAt = Number.POSITIVE_INFINITY
  }

  #arm(at: number): void {
    this.#disarm()
    this.#timerAt = at
    const wait = Math.min(MAX_TIMER_MS, Math.max(0, Math.ceil(at - this.#clock())))
    this.#timer = setTimeout(() => this.#fire(), wait)
    this.#timer.unref()
  }

  #fire(): void {
    this.#disarm()
    const now = this.#clock()
    const dueKeys: string[] = []
    let next = Number.POSITIVE_INFINITY
    for (const [key, at] of this.#due)
      if (at <= now) dueKeys.push(key)
      else next = Math.min(next, at)
    for (const key of dueKeys) this.#due.delete(key)
    if (next < Number.POSITIVE_INFINITY) this.#arm(next)
    for (const key of dueKeys) this.#onDue(key)
  }
}

interface Place {
  readonly key: string
  /** Monotonic time of the first add. */
  readonly since: number
}

/** Returns the lane with the higher priority. */
function urgentLane(a: Lane, b: Lane): Lane {
  return LANES.indexOf(a) < LANES.indexOf(b) ? a : b
}

/**
 * Waiting keys, each in one lane in order of arrival. The lanes `due` and `change` alternate:
 * neither a thousand changes delay a due key, nor do due keys delay changes.
 */
class LaneQueue {
  readonly #lanes: Readonly<Record<Lane, Map<string, number>>> = {
    due: new Map(),
    change: new Map(),
    resync: new Map(),
  }
  #last: Lane = 'change'

  get length(): number {
    return LANES.reduce((sum, lane) => sum + this.#lanes[lane].size, 0)
  }

  add(key: string, lane: Lane, now: number): void {
    const before = LANES.find(each => this.#lanes[each].has(key)) ?? null
    if (before !== null && urgentLane(before, lane) === before) return
    this.#lanes[lane].set(key, (before === null ? null : this.#lanes[before].get(key)) ?? now)
    if (before !== null) this.#lanes[before].delete(key)
  }

  /** Removes and returns the next key; null for an empty queue. */
  next(): Place | null {
    const order: readonly Lane[] = this.#last === 'due' ? ['change', 'due', 'resync'] : LANES
    for (const lane of order)
      for (const [key, since] of this.#lanes[lane]) {
        this.#lanes[lane].delete(key)
        this.#last = lane
        return { key, since }
      }
    return null
  }

  clear(): void {
    for (const lane of LANES) this.#lanes[lane].clear()
  }
}

/** Reason of the abort of a run that exceeds its time limit. */
class RunTooLongError extends Error {
  override readonly name = 'RunTooLongError'

  constructor(ms: number) {
    super(`The run took longer than ${ms / 1_000} s.`)
  }
}
