import type { Shoot } from '#lib/hap/pools/shoot.ts'
import { type ReadParts, readAllShoots } from './read-all-shoots.ts'

/** One read of all shoots, shared by every caller that it is fresh enough for. */
interface Reading {
  /** When it began, on the scale of `moment()`; Infinity while it waits for the one before. */
  begunAt: number
  shoots: Promise<readonly Shoot[]>
  isListing: boolean
  isDone: boolean
  readonly onList: Set<() => void>
}

/** Part that the last read has in the mean. */
const WEIGHT = 0.2

/**
 * Consistent reads of all shoots of a namespace. One runs at a time; a caller shares it where it began late enough, and else waits for
 * the next one together with all others who do. So actions that run at the same time do not list the landscape once each.
 */
export class ConsistentShoots {
  readonly #parts: ReadParts
  readonly #clock: () => number
  #moment = 0
  #running: Reading | null = null
  #waiting: Reading | null = null
  #meanMs = 0

  constructor(parts: ReadParts, clock: () => number = () => performance.now()) {
    this.#parts = parts
    this.#clock = clock
  }

  /** Milliseconds that reads take, a moving average; 0 before the first. */
  get meanMs(): number {
    return this.#meanMs
  }

  /** Names the present: a read since it begins later. */
  moment(): number {
    return ++this.#moment
  }

  /**
   * All shoots as they are at a time after `since`. `onList` is called with their number, as far as it is known, if they have to be
   * listed. Throws GardenError.
   */
  async read(since: number, onList: (shoots: number) => void = () => {}): Promise<readonly Shoot[]> {
    const reading =
      [this.#running, this.#waiting].find(each => each !== null && each.begunAt > since) ?? this.#enqueue()
    const listen = () => onList(this.#parts.inventory.shootCount)
    reading.onList.add(listen)
    // It waits for a list of others, or is one.
    if (!reading.isDone && (reading.isListing || reading === this.#waiting)) listen()
    return reading.shoots
  }

  #enqueue(): Reading {
    const before = this.#running?.isDone === false ? this.#running.shoots : null
    const reading: Reading = {
      begunAt: Number.POSITIVE_INFINITY,
      shoots: Promise.resolve([]),
      isListing: false,
      isDone: false,
      onList: new Set(),
    }
    if (before === null) reading.shoots = this.#run(reading)
    else {
      this.#waiting = reading
      reading.shoots = before.then(
        () => this.#run(reading),
        () => this.#run(reading),
      )
    }
    return reading
  }

  async #run(reading: Reading): Promise<readonly Shoot[]> {
    reading.begunAt = this.moment()
    this.#running = reading
    if (this.#waiting === reading) this.#waiting = null
    const begun = this.#clock()
    try {
      const shoots = await readAllShoots(this.#parts, () => {
        reading.isListing = true
        for (const listen of reading.onList) listen()
      })
      const took = this.#clock() - begun
      this.#meanMs += this.#meanMs === 0 ? took : (took - this.#meanMs) * WEIGHT
      return shoots
    } catch (error) {
      if (this.#running === reading) this.#running = null
      throw error
    } finally {
      reading.isDone = true
      reading.onList.clear()
    }
  }
}
