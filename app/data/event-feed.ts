import type { ChangeNotice, JobNotice } from '#lib/queries/changes.ts'
import { isSameMoment } from './request-context.ts'

/** Event source of a page: the part of EventSource that pages use. */
export interface EventFeed extends EventTarget {
  readonly readyState: number
  close(): void
}

/** Event names. Each event has data and a moment. */
const NAMES = ['user', 'change', 'jobs', 'operators', 'health'] as const

type Name = (typeof NAMES)[number]

/** Messages between the leading tab and the others. */
type Message =
  | { readonly kind: 'join' }
  | { readonly kind: 'welcome'; readonly moment: string; readonly user: string | null; readonly health: string | null }
  | { readonly kind: 'event'; readonly name: Name; readonly data: string; readonly moment: string }
  | { readonly kind: 'error'; readonly readyState: number }

/** Name of the leader's lock and of the channel between the tabs. */
const SHARED = 'hap-live'

/** Invalidates all data when the changes between two moments are unknown. */
export const EVERYTHING: ChangeNotice = { version: 0, bindings: null, pools: null, shoots: true, sources: true }
const ALL_JOBS: JobNotice = { ids: null }

/** Timeout for the leading tab, which does not answer while it is suspended. */
const PATIENCE_MS = 3_000

const CONNECTING = 0
const OPEN = 1
const CLOSED = 2

/**
 * Opens the events after `moment`. Tabs share one stream where the browser allows it, which plain
 * HTTP does only on localhost.
 */
export function openFeed(address: string, moment: string): EventFeed {
  const canShare = typeof BroadcastChannel !== 'undefined' && globalThis.navigator?.locks !== undefined
  return canShare ? new SharedFeed(address, moment) : streamOf(address, moment)
}

function streamOf(address: string, moment: string): EventFeed {
  return new EventSource(`${address}?${new URLSearchParams({ since: moment })}`)
}

/**
 * Shares one stream between all tabs, because browsers allow six connections per server. The tab
 * with the lock opens the stream and broadcasts its events; when it closes, the next tab takes
 * over. A new tab at another moment refetches everything. A tab opens its own stream when the
 * leader does not answer.
 */
class SharedFeed extends EventTarget implements EventFeed {
  readyState = CONNECTING
  readonly #address: string
  readonly #channel = new BroadcastChannel(SHARED)
  readonly #waiting = new AbortController()
  readonly #patience: ReturnType<typeof setTimeout>
  #moment: string
  #user: string | null = null
  #health: string | null = null
  #source: EventFeed | null = null
  #welcomed = false
  #giveUp = () => {}

  constructor(address: string, moment: string) {
    super()
    this.#address = address
    this.#moment = moment
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Message>) => this.#hear(data))
    this.#tell({ kind: 'join' })
    navigator.locks
      .request(SHARED, { signal: this.#waiting.signal }, () => this.#lead())
      // The request is aborted when the feed closes or opens its own stream.
      .catch(() => {})
    this.#patience = setTimeout(() => this.#goAlone(), PATIENCE_MS)
  }

  close(): void {
    this.readyState = CLOSED
    clearTimeout(this.#patience)
    this.#waiting.abort()
    this.#source?.close()
    this.#channel.close()
    this.#giveUp()
  }

  /** Holds the lock and the stream for all tabs until this feed closes. */
  #lead(): Promise<void> | undefined {
    if (this.readyState === CLOSED || this.#source) return
    clearTimeout(this.#patience)
    this.#listen(message => this.#tell(message))
    // Answers tabs that joined before there was a leader.
    this.#welcome()
    return new Promise(resolve => {
      this.#giveUp = resolve
    })
  }

  #goAlone(): void {
    this.#waiting.abort()
    this.#channel.close()
    this.#listen(() => {})
  }

  #listen(tell: (message: Message) => void): void {
    const source = streamOf(this.#address, this.#moment)
    this.#source = source
    source.addEventListener('open', () => this.#opened())
    source.addEventListener('error', () => {
      tell({ kind: 'error', readyState: source.readyState })
      this.#broken(source.readyState)
    })
    for (const name of NAMES)
      source.addEventListener(name, event => {
        if (!(event instanceof MessageEvent)) return
        tell({ kind: 'event', name, data: event.data, moment: event.lastEventId })
        this.#pass(name, event.data, event.lastEventId)
      })
  }

  #hear(message: Message): void {
    switch (message.kind) {
      case 'join':
        if (this.#source) this.#welcome()
        return
      case 'welcome':
        this.#join(message)
        return
      case 'event':
        this.#pass(message.name, message.data, message.moment)
        return
      case 'error':
        this.#broken(message.readyState)
    }
  }

  /** A welcome is broadcast to all tabs. Tabs that already joined ignore it. */
  #join({ moment, user, health }: Extract<Message, { kind: 'welcome' }>): void {
    if (this.#welcomed || this.#source) return
    this.#welcomed = true
    clearTimeout(this.#patience)
    this.#opened()
    const isOther = !isSameMoment(moment, this.#moment)
    if (user !== null) this.#pass('user', user, moment)
    if (isOther) this.#pass('change', JSON.stringify(EVERYTHING), moment)
    this.#pass('jobs', JSON.stringify(ALL_JOBS), moment)
    this.#pass('operators', 'null', moment)
    if (health !== null) this.#pass('health', health, moment)
  }

  #opened(): void {
    this.readyState = OPEN
    this.dispatchEvent(new Event('open'))
  }

  #pass(name: Name, data: string, moment: string): void {
    this.readyState = OPEN
    this.#moment = moment
    if (name === 'user') this.#user = data
    if (name === 'health') this.#health = data
    this.dispatchEvent(new MessageEvent(name, { data, lastEventId: moment }))
  }

  #broken(readyState: number): void {
    this.readyState = readyState
    // The next stream may belong to another user.
    this.#user = null
    this.dispatchEvent(new Event('error'))
  }

  #welcome(): void {
    this.#tell({ kind: 'welcome', moment: this.#moment, user: this.#user, health: this.#health })
  }

  #tell(message: Message): void {
    this.#channel.postMessage(message)
  }
}
