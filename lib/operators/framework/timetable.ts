/** The clock may be put forward, and a machine may sleep: the table is looked at this often at least. Milliseconds. */
const LOOK_EVERY = 30_000

/** Keys, each with a time at which it is due; `onDue` is called once for each. */
export class Timetable {
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

  /** Time of the clock; replaces the one the key had. */
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
    const wait = Math.min(LOOK_EVERY, Math.max(0, Math.ceil(at - this.#clock())))
    this.#timer = setTimeout(() => this.#look(), wait)
    this.#timer.unref()
  }

  #look(): void {
    this.#disarm()
    const now = this.#clock()
    const ripe: string[] = []
    let next = Number.POSITIVE_INFINITY
    for (const [key, at] of this.#due)
      if (at <= now) ripe.push(key)
      else next = Math.min(next, at)
    for (const key of ripe) this.#due.delete(key)
    if (next < Number.POSITIVE_INFINITY) this.#arm(next)
    for (const key of ripe) this.#onDue(key)
  }
}
