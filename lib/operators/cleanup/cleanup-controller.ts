import { type BindingRef, bindingKey } from '#lib/hap/pools/binding.ts'
import type { PooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import { backOffMs, spread } from '#lib/util/retry.ts'
import { type ControllerMetrics, QueueMeter } from '../framework/metrics.ts'
import { type Cleaning, cleanAccount } from './clean-account.ts'
import type { CleanupContext } from './cleanup-context.ts'
import { type DirtyAccount, dirtyAccounts, type Limits, schedule } from './schedule.ts'

interface ControllerOptions {
  readonly limits: Limits
  /** Milliseconds; see CandidateFacts. */
  readonly restMs: number
  /** Receives the result of each inspection. */
  looked(binding: BindingRef, cleaning: Cleaning): void
  /** Receives errors that the account did not cause; the controller retries. */
  failed(binding: BindingRef, error: unknown): void
}

/**
 * Inspects dirty accounts when they are due, a few at a time. Only postponements live in memory;
 * the bindings hold all other state, so another process can continue and concurrent processes do no
 * harm.
 */
export class CleanupController {
  readonly #context: CleanupContext
  readonly #options: ControllerOptions
  readonly #running = new Map<string, DirtyAccount & { readonly began: number; readonly ended: Promise<void> }>()
  readonly #putOff = new Map<string, PutOff>()
  readonly #seenSince = new Map<string, number>()
  readonly #stop = new AbortController()
  readonly #meter = new LookMeter()
  readonly #startedAt: number
  #ahead = { waiting: 0, scheduled: 0 }
  #timer: NodeJS.Timeout | null = null

  constructor(context: CleanupContext, options: ControllerOptions) {
    this.#context = context
    this.#options = options
    this.#startedAt = context.actions.now()
  }

  metrics(): CleanupMetrics {
    const now = performance.now()
    const begins = [...this.#running.values()].map(({ began }) => began)
    return {
      depth: this.#ahead.waiting,
      scheduled: this.#ahead.scheduled,
      working: begins.length,
      longestRunMs: now - Math.min(now, ...begins),
      ...this.#meter.snapshot(),
    }
  }

  /** Starts due inspections; called periodically, since anyone may mark accounts dirty. */
  turn(): void {
    if (this.#stop.signal.aborted) return
    const at = this.#context.actions.now()
    const candidates = this.#candidates(at)
    const { start, nextAt } = schedule(candidates, this.#running, at, this.#options.limits)
    const scheduled = candidates.filter(({ next }) => next > at).length
    for (const candidate of start) {
      // Counts waiting only since this process started.
      this.#meter.began(Math.max(0, at - Math.max(candidate.next, candidate.since, this.#startedAt)))
      this.#begin(candidate)
    }
    const begun = candidates.filter(({ account, next }) => next <= at && this.#running.has(account)).length
    this.#ahead = { scheduled, waiting: candidates.length - scheduled - begun }
    if (nextAt !== null) this.#wake(Math.max(nextAt - at, SOON_MS))
  }

  /** Aborts all inspections; requests that a provider has received may still take effect. */
  async stop(): Promise<void> {
    this.#stop.abort()
    if (this.#timer !== null) clearTimeout(this.#timer)
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }

  #candidates(at: number): readonly DirtyAccount[] {
    const { actions, cleaners } = this.#context
    const { restMs } = this.#options
    const bindings = [...actions.inventory.pools.values()].filter(({ labels }) => labels.dirty === 'true')
    this.#forget(new Set(bindings.map(({ binding }) => bindingKey(binding))))
    const accounts = dirtyAccounts(bindings, { at, cleaners, restMs, seenSince: pooled => this.#since(pooled, at) })
    return accounts.map(account => {
      const off = this.#putOff.get(bindingKey(account.pooled.binding))
      // A changed binding has its own due time.
      const isOff = off?.version === account.pooled.binding.resourceVersion
      return isOff ? { ...account, next: Math.max(account.next, off.until) } : account
    })
  }

  #since({ binding }: PooledBinding, at: number): number {
    const key = bindingKey(binding)
    const known = this.#seenSince.get(key) ?? at
    this.#seenSince.set(key, known)
    return known
  }

  /** Drops state of bindings that are no longer dirty. */
  #forget(dirty: ReadonlySet<string>): void {
    for (const known of [this.#putOff, this.#seenSince])
      for (const key of known.keys()) if (!dirty.has(key)) known.delete(key)
  }

  #begin(candidate: DirtyAccount): void {
    const ended = this.#inspect(candidate).finally(() => {
      this.#running.delete(candidate.account)
      this.#wake(SOON_MS)
    })
    this.#running.set(candidate.account, { ...candidate, began: performance.now(), ended })
  }

  async #inspect({ pooled: { binding } }: DirtyAccount): Promise<void> {
    const { kind, namespace, name, resourceVersion: version } = binding
    const ref = { kind, namespace, name }
    const key = bindingKey(ref)
    const { signal } = this.#stop
    const began = performance.now()
    const ended = (end: Parameters<LookMeter['ended']>[0]) => this.#meter.ended(end, performance.now() - began)
    try {
      const cleaning = await cleanAccount(this.#context, binding, signal)
      // Avoids another inspection before the inventory shows the write.
      const until =
        cleaning.done === 'put-off' ? cleaning.againAt : this.#context.actions.now() + RETRY_BACK_OFF.firstMs
      this.#putOff.set(key, { version, until, failures: 0 })
      ended(cleaning.done === 'put-off' ? 'put-off' : cleaning.to)
      this.#options.looked(ref, cleaning)
    } catch (error) {
      if (signal.aborted) return
      ended('failed')
      const failures = (this.#putOff.get(key)?.failures ?? 0) + 1
      const pauseMs = spread(backOffMs(failures - 1, RETRY_BACK_OFF), this.#context.random())
      this.#putOff.set(key, { version, until: this.#context.actions.now() + pauseMs, failures })
      this.#options.failed(ref, error)
    }
  }

  /** The earliest requested turn wins. */
  #wake(ms: number): void {
    if (this.#stop.signal.aborted) return
    const wait = Math.min(ms, MAX_WAIT_MS)
    const due = performance.now() + wait
    if (this.#timer !== null && this.#due <= due) return
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#due = due
    this.#timer = setTimeout(() => {
      this.#timer = null
      this.turn()
    }, wait).unref()
  }

  #due = 0
}

/** Result of an inspection in the metrics. */
type LookEnd = Extract<Cleaning, { readonly done: 'looked' }>['to'] | 'put-off' | 'failed'

/** Metrics of cleaning since the process started: keys are accounts, runs are inspections. */
interface CleanupMetrics extends ControllerMetrics {
  readonly looks: Readonly<Record<LookEnd, number>>
}

/** Counts the inspections of a process. */
class LookMeter {
  readonly #meter = new QueueMeter()
  readonly #looks: Record<LookEnd, number> = {
    dirty: 0,
    cleaning: 0,
    verifying: 0,
    free: 0,
    quarantined: 0,
    'put-off': 0,
    failed: 0,
  }

  /** `waitedMs`: time since the due time. */
  began(waitedMs: number): void {
    this.#meter.added()
    this.#meter.began(waitedMs)
  }

  /** Failed inspections are retried; a postponed inspection is not an error. */
  ended(end: LookEnd, tookMs: number): void {
    this.#looks[end] += 1
    this.#meter.ended(tookMs)
    if (end === 'failed') this.#meter.failed(false)
  }

  snapshot() {
    return { looks: { ...this.#looks }, ...this.#meter.snapshot() }
  }
}

/** Back-off of inspections that failed without fault of the account. */
const RETRY_BACK_OFF = { firstMs: 5_000, maxMs: 300_000 }

/** Delay of a turn after an inspection, so that inspections that end together cause one turn. */
const SOON_MS = 100

/** Below the limit of timers, 2^31 milliseconds. */
const MAX_WAIT_MS = 3_600_000

/** A postponed account and the version of its binding. */
interface PutOff {
  readonly version: string
  readonly until: number
  readonly failures: number
}
