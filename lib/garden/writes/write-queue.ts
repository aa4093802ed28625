import { GardenError } from '#lib/garden/client/garden-error.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { sameAcrossBundles } from '#lib/util/across-bundles.ts'

/** Claims first: a cluster waits for them; then actions of users; then bulk jobs. */
const PRIORITIES = ['claim', 'action', 'bulk'] as const

export type Priority = (typeof PRIORITIES)[number]

export interface Turn {
  readonly priority: Priority
  /** Whether Gardener's throttle applies: to bindings of a Secret, not of a WorkloadIdentity (measured). */
  readonly throttled: boolean
  /** Leaves the queue. Started work continues. */
  readonly signal?: AbortSignal | undefined
}

interface Waiting extends Turn {
  readonly start: () => void
  readonly fail: (reason: unknown) => void
}

/** The queue closed before the write began. */
export class QueueClosedError extends Error {
  static {
    sameAcrossBundles(QueueClosedError, 'QueueClosedError')
  }

  override readonly name = 'QueueClosedError'

  constructor() {
    super('The write queue is closed: this process is ending.')
  }
}

/** Maximum requests in flight; few for bulk jobs, so that they never use up the connections. */
const MAX_IN_FLIGHT: Readonly<Record<Priority, number>> = { claim: 16, action: 16, bulk: 2 }

/** Tokens that bulk jobs leave for others. */
const RESERVE: Readonly<Record<Priority, number>> = { claim: 0, action: 0, bulk: 2 }

/** Maximum pause after one answer, in milliseconds: the next write finds out whether it still applies. */
const MAX_PAUSE_MS = 30_000

/** Assumed duration of a write before the first, in milliseconds. */
const INITIAL_LATENCY_MS = 100

/**
 * The queue of a process's binding writes. Gardener throttles them for the whole landscape, so they
 * wait here, where claims go first and waiting writes can be cancelled.
 */
export class WriteQueue {
  readonly #bucket: TokenBucket
  readonly #clock: () => number
  readonly #lanes = {
    spaced: { claim: [] as Waiting[], action: [] as Waiting[], bulk: [] as Waiting[] },
    free: { claim: [] as Waiting[], action: [] as Waiting[], bulk: [] as Waiting[] },
  }
  readonly #inFlight: Record<Priority, number> = { claim: 0, action: 0, bulk: 0 }
  #pausedUntil = Number.NEGATIVE_INFINITY
  #latency = INITIAL_LATENCY_MS
  #timer: NodeJS.Timeout | null = null
  #closed = false

  /** `perSecond` 0 for no limit. */
  constructor(perSecond: number, clock: () => number = () => performance.now()) {
    this.#bucket = new TokenBucket(perSecond, clock)
    this.#clock = clock
  }

  /**
   * Runs `work` in its turn. After a 429 nothing starts before its Retry-After or MAX_PAUSE_MS.
   * Rejects with the signal's reason when that aborts first.
   */
  async run<T>(turn: Turn, work: () => Promise<T>): Promise<T> {
    await this.#admit(turn)
    const started = this.#clock()
    try {
      return await work()
    } catch (error) {
      // The throttle applies to all writers.
      if (error instanceof GardenError && error.kind === 'throttled') this.#pause(error.retryAfterMs ?? 0)
      throw error
    } finally {
      this.#inFlight[turn.priority]--
      this.#latency += (this.#clock() - started - this.#latency) / 10
      this.#pump()
    }
  }

  #pause(ms: number): void {
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#clock() + Math.min(ms, MAX_PAUSE_MS))
  }

  /** Number of waiting writes. */
  get length(): number {
    return PRIORITIES.reduce((sum, priority) => sum + this.#waitingOf(priority), 0)
  }

  /** Minimum milliseconds for further throttled writes behind the waiting ones. */
  expectedMs(writes: number, priority: Priority): number {
    const before = PRIORITIES.slice(0, PRIORITIES.indexOf(priority) + 1)
    const all = before.reduce((sum, each) => sum + this.#waitingOf(each), writes)
    const paused = Math.max(0, this.#pausedUntil - this.#clock())
    const answered = Math.ceil(all / MAX_IN_FLIGHT[priority]) * this.#latency
    const { perSecond } = this.#bucket
    const spaced = perSecond === 0 ? 0 : ((all - this.#bucket.beyond(RESERVE[priority])) * 1000) / perSecond
    return Math.round(paused + Math.max(answered, spaced))
  }

  /** Rejects waiting and later writes. */
  close(): void {
    this.#closed = true
    if (this.#timer) clearTimeout(this.#timer)
    for (const lane of this.#allLanes()) for (const waiting of lane.splice(0)) waiting.fail(new QueueClosedError())
  }

  #admit(turn: Turn): Promise<void> {
    return new Promise((resolve, reject) => {
      turn.signal?.throwIfAborted()
      if (this.#closed) throw new QueueClosedError()
      const lane = this.#lanes[turn.throttled ? 'spaced' : 'free'][turn.priority]
      const leave = () => {
        lane.splice(lane.indexOf(waiting), 1)
        reject(turn.signal?.reason)
      }
      const settled = (settle: () => void) => {
        turn.signal?.removeEventListener('abort', leave)
        settle()
      }
      const waiting: Waiting = {
        ...turn,
        start: () => settled(resolve),
        fail: reason => settled(() => reject(reason)),
      }
      turn.signal?.addEventListener('abort', leave, { once: true })
      lane.push(waiting)
      this.#pump()
    })
  }

  /** Starts what may start now, and schedules the next start. */
  #pump(): void {
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
    if (this.length === 0) return
    const paused = this.#pausedUntil - this.#clock()
    const wait = paused > 0 ? paused : this.#beginAll()
    if (wait > 0) this.#timer = setTimeout(() => this.#pump(), wait)
  }

  /** Starts what may start. Returns milliseconds until the next start; 0 when nothing waits for a token. */
  #beginAll(): number {
    for (const priority of PRIORITIES) {
      while (this.#lanes.free[priority].length > 0 && this.#hasRoom(priority)) this.#begin('free', priority)
    }
    for (const priority of PRIORITIES) {
      while (this.#lanes.spaced[priority].length > 0 && this.#hasRoom(priority)) {
        const wait = this.#bucket.wait(RESERVE[priority])
        if (wait > 0) return wait
        this.#bucket.take()
        this.#begin('spaced', priority)
      }
    }
    return 0
  }

  #begin(kind: 'spaced' | 'free', priority: Priority): void {
    this.#inFlight[priority]++
    this.#lanes[kind][priority].shift()?.start()
  }

  #hasRoom(priority: Priority): boolean {
    const all = this.#inFlight.claim + this.#inFlight.action + this.#inFlight.bulk
    return all < MAX_IN_FLIGHT.claim && this.#inFlight[priority] < MAX_IN_FLIGHT[priority]
  }

  #waitingOf(priority: Priority): number {
    return this.#lanes.spaced[priority].length + this.#lanes.free[priority].length
  }

  #allLanes(): readonly Waiting[][] {
    return [...Object.values(this.#lanes.spaced), ...Object.values(this.#lanes.free)]
  }
}

/**
 * Whether Gardener's throttle applies to a binding: kube-apiserver alone writes Secrets, and a
 * WorkloadIdentity is read from a cache (Gardener, measured).
 */
export function isThrottled({ kind, account }: Binding): boolean {
  return kind !== 'Secret' && account.kind !== 'WorkloadIdentity'
}

/** Writes that Gardener's API server accepts before it throttles (measured: 5). */
const BURST = 5

/** Token bucket of writes: fills evenly and holds the server's burst. */
class TokenBucket {
  readonly #perMs: number
  readonly #clock: () => number
  #tokens = BURST
  #at: number

  /** `perSecond` 0 for no limit. */
  constructor(perSecond: number, clock: () => number) {
    this.#perMs = perSecond / 1000
    this.#clock = clock
    this.#at = clock()
  }

  get perSecond(): number {
    return this.#perMs * 1000
  }

  /** Tokens beyond `reserve`; negative when fewer. */
  beyond(reserve: number): number {
    const now = this.#clock()
    this.#tokens = Math.min(BURST, this.#tokens + (now - this.#at) * this.#perMs)
    this.#at = now
    return this.#tokens - reserve
  }

  /** Milliseconds until a token beyond `reserve` is available. */
  wait(reserve: number): number {
    if (this.#perMs === 0) return 0
    const lacking = 1 - this.beyond(reserve)
    return lacking <= 0 ? 0 : Math.ceil(lacking / this.#perMs)
  }

  take(): void {
    if (this.#perMs > 0) this.#tokens = this.beyond(0) - 1
  }
}
