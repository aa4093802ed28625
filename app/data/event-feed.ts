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
const LEADER_TIMEOUT_MS = 3_000

const CONNECTING = 0
const OPEN = 1
const CLOSED = 2

/**
 * Opens the events after `moment`. Tabs share one stream where the browser allows it, which plain
 * HTTP does only on localhost.
 */
export function openFeed(address: string, moment: string): EventFeed {
  const canShare = typeof BroadcastChannel !== 'undefined' && globalThis.navigator?.locks !== undefined
  return canShare ? new SharedFeed(address, moment) : openStream(address, moment)
}

function openStream(address: string, moment: string): EventFeed {
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
  readonly #lockRequest = new AbortController()
  readonly #leaderTimeout: ReturnType<typeof setTimeout>
  #moment: string
  #user: string | null = null
  #health: string | null = null
  #source: EventFeed | null = null
  #welcomed = false
  #releaseLock = () => {}

  constructor(address: string, moment: string) {
    super()
    this.#address = address
    this.#moment = moment
    this.#channel.addEventListener('message', ({ data }: MessageEvent<Message>) => this.#receive(data))
    this.#send({ kind: 'join' })
    navigator.locks
      .request(SHARED, { signal: this.#lockRequest.signal }, () => this.#lead())
      // The request is aborted when the feed closes or opens its own stream.
      .catch(() => {})
    this.#leaderTimeout = setTimeout(() => this.#openOwnStream(), LEADER_TIMEOUT_MS)
  }

  close(): void {
    this.readyState = CLOSED
    clearTimeout(this.#leaderTimeout)
    this.#lockRequest.abort()
    this.#source?.close()
    this.#channel.close()
    this.#releaseLock()
  }

  /** Holds the lock and the stream for all tabs until this feed closes. */
  #lead(): Promise<void> | undefined {
    if (this.readyState === CLOSED || this.#source) return
    clearTimeout(this.#leaderTimeout)
    this.#listen(message => this.#send(message))
    // Answers tabs that joined before there was a leader.
    this.#welcome()
    return new Promise(resolve => {
      this.#releaseLock = resolve
    })
  }

  #openOwnStream(): void {
    this.#lockRequest.abort()
    this.#channel.close()
    this.#listen(() => {})
  }

  #listen(send: (message: Message) => void): void {
    const source = openStream(this.#address, this.#moment)
    this.#source = source
    source.addEventListener('open', () => this.#onOpen())
    source.addEventListener('error', () => {
      send({ kind: 'error', readyState: source.readyState })
      this.#onError(source.readyState)
    })
    for (const name of NAMES)
      source.addEventListener(name, event => {
        if (!(event instanceof MessageEvent)) return
        send({ kind: 'event', name, data: event.data, moment: event.lastEventId })
        this.#dispatch(name, event.data, event.lastEventId)
      })
  }

  #receive(message: Message): void {
    switch (message.kind) {
      case 'join':
        if (this.#source) this.#welcome()
        return
      case 'welcome':
        this.#join(message)
        return
      case 'event':
        this.#dispatch(message.name, message.data, message.moment)
        return
      case 'error':
        this.#onError(message.readyState)
    }
  }

  /** A welcome is broadcast to all tabs. Tabs that already joined ignore it. */
  #join({ moment, user, health }: Extract<Message, { kind: 'welcome' }>): void {
    if (this.#welcomed || this.#source) return
    this.#welcomed = true
    clearTimeout(this.#leaderTimeout)
    this.#onOpen()
    const isOther = !isSameMoment(moment, this.#moment)
    if (user !== null) this.#dispatch('user', user, moment)
    if (isOther) this.#dispatch('change', JSON.stringify(EVERYTHING), moment)
    this.#dispatch('jobs', JSON.stringify(ALL_JOBS), moment)
    this.#dispatch('operators', 'null', moment)
    if (health !== null) this.#dispatch('health', health, moment)
  }

  #onOpen(): void {
    this.readyState = OPEN
    this.dispatchEvent(new Event('open'))
  }

  #dispatch(name: Name, data: string, moment: string): void {
    this.readyState = OPEN
    this.#moment = moment
    if (name === 'user') this.#user = data
    if (name === 'health') this.#health = data
    this.dispatchEvent(new MessageEvent(name, { data, lastEventId: moment }))
  }

  #onError(readyState: number): void {
    this.readyState = readyState
    // The next stream may belong to another user.
    this.#user = null
    this.dispatchEvent(new Event('error'))
  }

  #welcome(): void {
    this.#send({ kind: 'welcome', moment: this.#moment, user: this.#user, health: this.#health })
  }

  #send(message: Message): void {
    this.#channel.postMessage(message)
  }
}
