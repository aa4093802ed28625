import { setTimeout as delay } from 'node:timers/promises'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { isAlreadyThere, isConflict, isNotFound } from '#lib/garden/client/garden-error.ts'
import type { ObjectPlace } from '#lib/garden/resources/resource.ts'
import { heldBy, holderOf, LEASES, type LeaseObject, released } from './lease.ts'

interface LeaderElectionOptions {
  readonly client: Pick<GardenClient, 'get' | 'create' | 'update'>
  readonly namespace: string
  /** Of the Lease. */
  readonly name: string
  /** Of this process, and of no other: host name and something random. */
  readonly identity: string
  readonly timing?: Partial<LeaseTiming>
  /** Reported of each failed attempt, and of a term that ended by a throw. */
  readonly onFailure?: (error: unknown) => void
}

/** Milliseconds, and where they come from; the usual ones are those of client-go. */
export interface LeaseTiming {
  /** Others wait so long after the last renewal they saw. */
  readonly durationMs: number
  /** A leader who could not renew for so long steps down: well before others may take over. */
  readonly renewWithinMs: number
  /** Between two attempts; up to a fifth longer. */
  readonly retryMs: number
  /** Epoch, for the lease. */
  readonly clock: () => number
  /** That only grow: all that is decided, is by them. */
  readonly ticks: () => number
  readonly random: () => number
  /** Resolves after `ms`, or at once when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** A signal that aborts after `ms`. */
  readonly timeout: (ms: number) => AbortSignal
}

const USUAL: LeaseTiming = {
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
 * Lets one process at a time lead, by a Lease. It spares work that two would do twice; nothing may rely on it to be right, as a
 * process that hangs may take itself for the leader a moment longer.
 */
export class LeaderElection {
  readonly #options: LeaderElectionOptions
  readonly #timing: LeaseTiming
  readonly #place: ObjectPlace
  readonly #sight = new LeaseSight()
  /** As we last read or wrote it. */
  #lease: LeaseObject | null = null
  #renewedAt = 0
  #isLeading = false

  constructor(options: LeaderElectionOptions) {
    this.#options = options
    this.#timing = { ...USUAL, ...options.timing }
    this.#place = { resource: LEASES, namespace: options.namespace, name: options.name }
  }

  get isLeading(): boolean {
    return this.#isLeading
  }

  /** Who leads as far as we know; null when nobody does. */
  get leader(): string | null {
    return this.#lease === null ? null : holderOf(this.#lease)
  }

  /**
   * Calls `lead` whenever this process becomes the leader, until `stop` aborts. The signal `lead` gets aborts when the lead is lost,
   * or at the stop; the lease is kept until it has returned, then released. Never throws.
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
    const keeping = this.#keep(over.signal).finally(() => {
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

  /** Renews until it is over, or lost. */
  async #keep(over: AbortSignal): Promise<void> {
    const { ticks, timeout, renewWithinMs } = this.#timing
    for (;;) {
      await this.#pause(over)
      if (over.aborted) return
      const left = this.#renewedAt + renewWithinMs - ticks()
      if (left <= 0) return
      // It is not cut short when the term is over: nobody could tell then in which version the lease is to be released.
      await this.#attempt(() => this.#acquire(timeout(Math.min(left, renewWithinMs / 2))))
      if (this.leader !== this.#options.identity) return
    }
  }

  /** Takes the lease, or keeps it. Out: whether it is ours now. */
  async #acquire(signal: AbortSignal): Promise<boolean> {
    const { identity } = this.#options
    const { ticks, durationMs } = this.#timing
    const now = this.#lease !== null && this.leader === identity ? this.#lease : await this.#read(signal)
    if (now !== null && holderOf(now) !== identity && !this.#sight.isFree(now, ticks(), durationMs)) return false
    return this.#write(now, signal)
  }

  async #read(signal: AbortSignal): Promise<LeaseObject | null> {
    try {
      const lease = await this.#options.client.get<LeaseObject>(this.#place, { signal })
      this.#sight.see(lease, this.#timing.ticks())
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
    const begunAt = ticks()
    const spec = heldBy({ identity, durationMs, now: clock() }, before)
    try {
      this.#lease =
        before === null
          ? await client.create<LeaseObject>(this.#place, { metadata: { name: this.#options.name }, spec }, { signal })
          : await client.update<LeaseObject>(this.#place, { ...before, spec }, { ...versionOf(before), signal })
      this.#renewedAt = begunAt
      return true
    } catch (error) {
      // Somebody else was faster, or an answer of ours was lost: whose it is now, the lease itself tells.
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

  /** False when it failed, which is told unless `stop` did it. */
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
 * Tells when the lease of somebody else is over. Its times are by the clock of another machine, so that only their change counts:
 * a lease is over when we saw none for as long as it lasts, by our own ticks (as in client-go).
 */
class LeaseSight {
  #record = ''
  #seenAt = 0

  /** `ticks`: milliseconds that only grow, when it was read. */
  see(lease: LeaseObject, ticks: number): void {
    const { acquireTime = '', renewTime = '' } = lease.spec ?? {}
    const record = [holderOf(lease) ?? '', acquireTime, renewTime].join('\n')
    if (record === this.#record) return
    this.#record = record
    this.#seenAt = ticks
  }

  /** Whether nobody holds the lease that was seen last; `durationMs` for one that does not say how long it lasts. */
  isFree(lease: LeaseObject, ticks: number, durationMs: number): boolean {
    if (holderOf(lease) === null) return true
    const seconds = lease.spec?.leaseDurationSeconds
    return ticks - this.#seenAt > (seconds === undefined ? durationMs : seconds * 1_000)
  }
}
