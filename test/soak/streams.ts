import { streamEvents } from '../replicas/clients.ts'
import { percentiles } from '../stress/percentiles.ts'

/** What was changed last, and when its change was asked for. */
interface Mark {
  readonly name: string
  readonly at: number
}

interface Follower {
  heard: string | null
}

/** Browsers that follow events, and how late they hear of a change. */
export class Streams {
  readonly #feeds: readonly ReturnType<typeof streamEvents>[]
  #mark: Mark | null = null
  #lags: number[] = []
  readonly #allLags: number[] = []

  constructor(count: number, url: string, cookie: string, ends: AbortSignal) {
    this.#feeds = Array.from({ length: count }, () => {
      const follower: Follower = { heard: null }
      return streamEvents(url, cookie, ends, text => this.#hear(follower, text))
    })
  }

  /** From now on it is a change of this binding that they are to hear of. */
  mark(name: string): void {
    this.#mark = { name, at: Date.now() }
  }

  /** Times until a change was heard, since this was asked last. */
  takeLags() {
    const lags = percentiles(this.#lags)
    this.#lags = []
    return lags
  }

  get lags() {
    return { ...percentiles(this.#allLags), most: this.#allLags.reduce((most, each) => Math.max(most, each), 0) }
  }

  get heard(): number {
    return this.#allLags.length
  }

  get reconnects(): number {
    return this.#feeds.reduce((sum, { connects }) => sum + Math.max(0, connects() - 1), 0)
  }

  /** Those that heard nothing after a moment. */
  silentSince(moment: number): number {
    return this.#feeds.filter(({ heardAt }) => heardAt() < moment).length
  }

  #hear(follower: Follower, text: string): void {
    const mark = this.#mark
    if (mark === null || follower.heard === mark.name || !text.includes(`/${mark.name}"`)) return
    follower.heard = mark.name
    const lag = Date.now() - mark.at
    this.#lags.push(lag)
    this.#allLags.push(lag)
  }
}
