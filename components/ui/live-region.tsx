import { useEffect, useState } from 'react'
import styles from './visually-hidden.module.css'

/**
 * Announces `message` to screen readers when it changes. Keep it mounted, with an empty message
 * while there is nothing to announce.
 */
export function LiveRegion({ message }: { readonly message: string }) {
  return (
    <div role="status" aria-live="polite" className={styles.hidden}>
      {useThrottled(message)}
    </div>
  )
}

interface LiveTextProps {
  readonly className?: string | undefined
  readonly children: string
}

/** Visible text that screen readers announce on change, at a limited rate. */
export function LiveText({ className, children }: LiveTextProps) {
  const spoken = useThrottled(children)
  // Silent while the text is newer than the announced one; then the new key remounts it, which announces it.
  return (
    <span role="status" aria-live={spoken === children ? 'polite' : 'off'} className={className}>
      <span key={spoken}>{children}</span>
    </span>
  )
}

/** Minimum interval of announcements in milliseconds, so that a screen reader can finish each. */
const ANNOUNCE_MS = 3_000

/** The text for assistive technology, updated at a limited rate. */
function useThrottled(text: string): string {
  const [passed, setPassed] = useState(text)
  const [throttle] = useState(() => new Throttle(text, ANNOUNCE_MS, setPassed))
  useEffect(() => {
    throttle.offer(text)
    return () => throttle.stop()
  }, [throttle, text])
  return passed
}

/**
 * Passes the first value at once and later ones at intervals of at least `ms`. The latest value is
 * never lost.
 */
export class Throttle<Value> {
  readonly #ms: number
  readonly #pass: (value: Value) => void
  #passed: Value
  #passedAt = Number.NEGATIVE_INFINITY
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(first: Value, ms: number, pass: (value: Value) => void) {
    this.#passed = first
    this.#ms = ms
    this.#pass = pass
  }

  offer(value: Value): void {
    clearTimeout(this.#timer)
    if (Object.is(value, this.#passed)) return
    const wait = this.#passedAt + this.#ms - performance.now()
    if (wait <= 0) this.#let(value)
    else this.#timer = setTimeout(() => this.#let(value), wait)
  }

  stop(): void {
    clearTimeout(this.#timer)
  }

  #let(value: Value): void {
    this.#passed = value
    this.#passedAt = performance.now()
    this.#pass(value)
  }
}
