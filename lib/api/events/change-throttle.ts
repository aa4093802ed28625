import { logError } from '#lib/telemetry/log.ts'

/** Delay that merges the changes of one write into one notification. */
const COLLECT_MS = 50
/** Minimum time between two notifications, because each makes every visible page fetch. */
const THROTTLE_MS = 500

/**
 * Notifies listeners of changes: soon after a single change, every 500 ms during a burst. All
 * listeners are notified at once, so that their pages ask for the same version and share answers.
 * Subscribes to its source only while it has listeners.
 */
export class ChangeThrottle {
  readonly #follow: (listener: () => void) => () => void
  readonly #listeners = new Set<() => void>()
  #unfollow: (() => void) | null = null
  #timer: NodeJS.Timeout | null = null
  #notifiedAt = Number.NEGATIVE_INFINITY

  /** `follow` subscribes to changes and returns the function that unsubscribes. */
  constructor(follow: (listener: () => void) => () => void) {
    this.#follow = follow
  }

  /** Returns the function that unsubscribes. */
  subscribe(listener: () => void): () => void {
    this.#unfollow ??= this.#follow(() => this.#changed())
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#stop()
    }
  }

  #stop(): void {
    this.#unfollow?.()
    this.#unfollow = null
    if (this.#timer) clearTimeout(this.#timer)
    this.#timer = null
  }

  #changed(): void {
    const wait = Math.max(COLLECT_MS, this.#notifiedAt + THROTTLE_MS - performance.now())
    this.#timer ??= setTimeout(() => this.#notify(), wait)
  }

  #notify(): void {
    this.#timer = null
    this.#notifiedAt = performance.now()
    for (const listener of [...this.#listeners]) {
      try {
        if (this.#listeners.has(listener)) listener()
      } catch (error) {
        // An error in one listener must not skip the others.
        logError(error)
      }
    }
  }
}

const POLL_MS = 1_000

/**
 * Polls a number every second and calls `listener` after a change. Returns the function that stops
 * it.
 */
export function followNumber(read: () => number, listener: () => void): () => void {
  let last = read()
  const timer = setInterval(() => {
    const now = read()
    if (now === last) return
    last = now
    listener()
  }, POLL_MS)
  return () => clearInterval(timer)
}
