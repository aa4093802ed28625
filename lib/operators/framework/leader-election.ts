import { setTimeout as delay } from 'node:timers/promises'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { isAlreadyThere, isConflict, isNotFound } from '#lib/garden/client/garden-error.ts'
import type { ObjectPlace } from '#lib/garden/resources/resource.ts'
import { heldBy, holderOf, LEASES, type LeaseObject, released } from './lease.ts'

interface LeaderElectionOptions {
  readonly client: Pick<GardenClient, 'get' | 'create' | 'update'>
  readonly namespace: string
  /** Name of the Lease. */
  readonly name: string
  /** Unique identity of this process: host name and a random part. */
  readonly identity: string
  readonly timing?: Partial<LeaseTiming>
  /** Receives the error of each failed attempt, and of a `lead` that throws. */
  readonly onFailure?: (error: unknown) => void
}

/** Durations in milliseconds and sources of time; the defaults are those of client-go. */
export interface LeaseTiming {
  /** Other processes wait this long after the last renewal that they observed. */
  readonly durationMs: number
  /**
   * A leader without a successful renewal for this long steps down, well before another process may
   * acquire the lease.
   */
  readonly renewWithinMs: number
  /** Interval between two attempts; jitter adds up to a fifth. */
  readonly retryMs: number
  /** Epoch milliseconds, for the fields of the Lease. */
  readonly clock: () => number
  /** Monotonic milliseconds; all decisions use them. */
  readonly ticks: () => number
  readonly random: () => number
  /** Resolves after `ms`, or at once when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Returns a signal that aborts after `ms`. */
  readonly timeout: (ms: number) => AbortSignal
}

const DEFAULTS: LeaseTiming = {
  durationMs: 15_000,
  renewWithinMs: 10_000,
  retryMs: 2_000,
  clock: Date.now,
  ticks: () => performance.now(),
  random: Math.random,
  sleep: async (ms, signal) => {
    await delay(ms, undefined, { signal, ref: false }).catch(() => undefined)
  },
  timeout: ms => AbortSignal.timeout(Math.ceil(ms)),
}

/**
 * Elects one leader by a Lease. Leadership saves duplicate work; correctness must not depend on it,
 * since a suspended process may consider itself leader for a moment longer.
 */
export class LeaderElection {
  readonly #options: LeaderElectionOptions
  readonly #timing: LeaseTiming
  readonly #place: ObjectPlace
  readonly #observer = new LeaseObserver()
  /** The Lease as last read or written. */
  #lease: LeaseObject | null = null
  #renewedAt = 0
  #isLeading = false

  constructor(options: LeaderElectionOptions) {
    this.#options = options
    this.#timing = { ...DEFAULTS, ...options.timing }
    this.#place = { resource: LEASES, namespace: options.namespace, name: options.name }
  }

  get isLeading(): boolean {
    return this.#isLeading
  }

  /** Holder of the last known Lease; null without a holder. */
  get leader(): string | null {
    return this.#lease === null ? null : holderOf(this.#lease)
  }

  /**
   * Calls `lead` each time this process becomes the leader, until `stop` aborts. The signal of
   * `lead` aborts when the lease is lost, or at the stop. The election holds the lease until `lead`
   * returns, then releases it. Never throws.
   */
  async run(lead: (signal: AbortSignal) => Promise<void>, stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      const { renewWithinMs } = this.#timing
      const acquire = () => this.#acquire(AbortSignal.any([stop, this.#timing.timeout(renewWithinMs / 2)]))
      if (await this.#attempt(acquire, stop)) await this.#term(lead, stop)
      await this.#pause(stop)
    }
  }

  async #term(lead: (signal: AbortSignal) => Promise<void>, stop: AbortSignal): Promise<void> {
    const over = new AbortController()
    const lost = new AbortController()
    this.#isLeading = true
    const keeping = this.#renew(over.signal).finally(() => {
      this.#isLeading = false
      lost.abort()
    })
    try {
      await lead(AbortSignal.any([lost.signal, stop]))
    } catch (error) {
      this.#options.onFailure?.(error)
    }
    over.abort()
    await keeping
    if (this.leader === this.#options.identity) await this.#attempt(() => this.#release())
  }

  /** Renews until the term ends or the lease is lost. */
  async #renew(over: AbortSignal): Promise<void> {
    const { ticks, timeout, renewWithinMs } = this.#timing
    for (;;) {
      await this.#pause(over)
      if (over.aborted) return
      const left = this.#renewedAt + renewWithinMs - ticks()
      if (left <= 0) return
      // The end of the term does not abort the write, since the release needs the version of the
      // Lease.
      await this.#attempt(() => this.#acquire(timeout(Math.min(left, renewWithinMs / 2))))
      if (this.leader !== this.#options.identity) return
    }
  }

  /** Acquires or renews the lease. Returns whether this process holds it. */
  async #acquire(signal: AbortSignal): Promise<boolean> {
    const { identity } = this.#options
    const { ticks, durationMs } = this.#timing
    const now = this.#lease !== null && this.leader === identity ? this.#lease : await this.#read(signal)
    if (now !== null && holderOf(now) !== identity && !this.#observer.isFree(now, ticks(), durationMs)) return false
    return this.#write(now, signal)
  }

  async #read(signal: AbortSignal): Promise<LeaseObject | null> {
    try {
      const lease = await this.#options.client.get<LeaseObject>(this.#place, { signal })
      this.#observer.observe(lease, this.#timing.ticks())
      this.#lease = lease
    } catch (error) {
      if (!isNotFound(error)) throw error
      this.#lease = null
    }
    return this.#lease
  }

  async #write(before: LeaseObject | null, signal: AbortSignal): Promise<boolean> {
    const { client, identity } = this.#options
    const { ticks, clock, durationMs } = this.#timing
    const startedAt = ticks()
    const spec = heldBy({ identity, durationMs, now: clock() }, before)
    try {
      this.#lease =
        before === null
          ? await client.create<LeaseObject>(this.#place, { metadata: { name: this.#options.name }, spec }, { signal })
          : await client.update<LeaseObject>(this.#place, { ...before, spec }, { ...versionOf(before), signal })
      this.#renewedAt = startedAt
      return true
    } catch (error) {
      // Another process won the race, or an answer to this process was lost; the Lease names the
      // holder.
      if (!isLostRace(error)) throw error
      await this.#read(signal)
      return false
    }
  }

  async #release(): Promise<boolean> {
    const { client } = this.#options
    const lease = this.#lease
    if (lease === null) return false
    const { clock, timeout, renewWithinMs } = this.#timing
    const signal = timeout(renewWithinMs / 2)
    const spec = released(lease, clock())
    this.#lease = await client.update<LeaseObject>(this.#place, { ...lease, spec }, { ...versionOf(lease), signal })
    return true
  }

  /** Returns false for a failure and reports it, unless `stop` caused it. */
  async #attempt(work: () => Promise<boolean>, stop?: AbortSignal): Promise<boolean> {
    try {
      return await work()
    } catch (error) {
      if (!stop?.aborted) this.#options.onFailure?.(error)
      return false
    }
  }

  #pause(signal: AbortSignal): Promise<void> {
    const { retryMs, random, sleep } = this.#timing
    return sleep(retryMs * (1 + random() / 5), signal)
  }
}

function versionOf({ metadata }: LeaseObject): { resourceVersion: string } {
  return { resourceVersion: metadata?.resourceVersion ?? '' }
}

function isLostRace(error: unknown): boolean {
  return isAlreadyThere(error) || isNotFound(error) || isConflict(error)
}

/**
 * Detects when the lease of another process expires. Clocks of two machines differ, so a lease
 * expires when its record stays unchanged for its duration by the monotonic clock of this process
 * (as in client-go).
 */
class LeaseObserver {
  #record = ''
  #seenAt = 0

  /** `ticks`: monotonic milliseconds at the time of the read. */
  observe(lease: LeaseObject, ticks: number): void {
    const { acquireTime = '', renewTime = '' } = lease.spec ?? {}
    const record = [holderOf(lease) ?? '', acquireTime, renewTime].join('\n')
    if (record === this.#record) return
    this.#record = record
    this.#seenAt = ticks
  }

  /** Whether the observed lease has no holder; `durationMs` for a lease without a duration. */
  isFree(lease: LeaseObject, ticks: number, durationMs: number): boolean {
    if (holderOf(lease) === null) return true
    const seconds = lease.spec?.leaseDurationSeconds
    return ticks - this.#seenAt > (seconds === undefined ? durationMs : seconds * 1_000)
  }
}
