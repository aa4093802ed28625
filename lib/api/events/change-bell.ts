import { compareText } from '#lib/hap/text/text.ts'

/** Delay that merges a burst of changes into one notification. */
const COLLECTED_MS = 200
/**
 * Minimum delay between two notifications, in which the server answers the requests that the first
 * one causes.
 */
const BETWEEN_MS = 2

/** Called with the moment that the notification covers changes up to. */
type Listener<Until> = (until: Until) => void

interface Turn<Until> {
  readonly listener: Listener<Until>
  readonly subject: string
}

/**
 * Notifies listeners of changes. Merges bursts, and notifies listeners one by one, because the
 * pages behind them would otherwise fetch at once and wait for each other. Listeners with the same
 * subject follow each other with the same `until`, so that they share answers. Subscribes to its
 * source only while it has listeners.
 */
export class ChangeBell<Until> {
  readonly #follow: (listener: () => void) => () => void
  readonly #now: () => Until
  /** Listeners with the function that returns their subject. */
  readonly #listeners = new Map<Listener<Until>, () => string>()
  #unfollow: (() => void) | null = null
  #timer: NodeJS.Timeout | null = null
  #isNotifying = false
  #hasChangedAgain = false

  /** `follow` subscribes to changes and returns the function that unsubscribes. */
  constructor(follow: (listener: () => void) => () => void, now: () => Until) {
    this.#follow = follow
    this.#now = now
  }

  /** Calls `subjectOf` once per notification. Returns the function that unsubscribes. */
  subscribe(listener: Listener<Until>, subjectOf = () => ''): () => void {
    this.#unfollow ??= this.#follow(() => this.#changed())
    this.#listeners.set(listener, subjectOf)
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
    this.#isNotifying = false
    this.#hasChangedAgain = false
  }

  #changed(): void {
    if (this.#isNotifying) this.#hasChangedAgain = true
    else this.#timer ??= setTimeout(() => this.#notifyAll(), COLLECTED_MS)
  }

  #notifyAll(): void {
    this.#timer = null
    const turns = Array.from(this.#listeners, ([listener, subjectOf]) => ({ listener, subject: subjectOf() }))
    turns.sort((a, b) => compareText(a.subject, b.subject))
    const until = this.#now()
    this.#isNotifying = true
    this.#hasChangedAgain = false
    this.#notify(turns, until)
  }

  #notify([turn, ...others]: readonly Turn<Until>[], until: Until): void {
    try {
      if (turn && this.#listeners.has(turn.listener)) turn.listener(until)
    } finally {
      // An error in one listener must not skip the others.
      if (this.#listeners.size > 0) this.#notifyNext(turn?.subject, others, until)
    }
  }

  #notifyNext(subject: string | undefined, others: readonly Turn<Until>[], until: Until): void {
    const [next] = others
    if (next) {
      const notify = () => this.#notify(others, next.subject === subject ? until : this.#now())
      this.#timer = setTimeout(notify, BETWEEN_MS)
      return
    }
    this.#isNotifying = false
    this.#timer = null
    if (this.#hasChangedAgain) this.#changed()
  }
}

const EVERY_MS = 1_000

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
  }, EVERY_MS)
  return () => clearInterval(timer)
}
