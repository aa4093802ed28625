import { streamEvents } from '../replicas/clients.ts'
import { percentiles } from '../stress/percentiles.ts'

/** The last changed binding, and the time of the request. */
interface Mark {
  readonly name: string
  readonly at: number
}

interface Follower {
  received: string | null
}

/** Browsers that follow events, and the delay of changes. */
export class Streams {
  readonly #feeds: readonly ReturnType<typeof streamEvents>[]
  #mark: Mark | null = null
  #lags: number[] = []
  readonly #allLags: number[] = []

  constructor(count: number, url: string, cookie: string, ends: AbortSignal) {
    this.#feeds = Array.from({ length: count }, () => {
      const follower: Follower = { received: null }
      return streamEvents(url, cookie, ends, text => this.#receive(follower, text))
    })
  }

  /** Measures the delay of the next change of this binding. */
  mark(name: string): void {
    this.#mark = { name, at: Date.now() }
  }

  /** Delays of changes since the last call. */
  takeLags() {
    const lags = percentiles(this.#lags)
    this.#lags = []
    return lags
  }

  get lags() {
    return { ...percentiles(this.#allLags), most: this.#allLags.reduce((most, each) => Math.max(most, each), 0) }
  }

  get received(): number {
    return this.#allLags.length
  }

  get reconnects(): number {
    return this.#feeds.reduce((sum, { connects }) => sum + Math.max(0, connects() - 1), 0)
  }

  /** Number of streams that received nothing after a moment. */
  silentSince(moment: number): number {
    return this.#feeds.filter(({ receivedAt }) => receivedAt() < moment).length
  }

  #receive(follower: Follower, text: string): void {
    const mark = this.#mark
    if (mark === null || follower.received === mark.name || !text.includes(`/${mark.name}"`)) return
    follower.received = mark.name
    const lag = Date.now() - mark.at
    this.#lags.push(lag)
    this.#allLags.push(lag)
  }
}
