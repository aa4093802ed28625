/** Passes on the first value at once and later ones at intervals of at least `ms`; the latest value is never lost. */
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
