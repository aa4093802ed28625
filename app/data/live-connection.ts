import type { ConsoleHealth } from '#app/api/console-health.ts'
import type { ChangeNotice } from '#lib/queries/changes.ts'

/** How live the page is. */
export interface LiveState {
  /** `stale`: the data on the page is older than it should be. */
  readonly phase: 'connecting' | 'live' | 'reconnecting' | 'stale' | 'signed-out'
  /** When the data was last known to be current, by this browser's clock; null before the first news. */
  readonly asOf: number | null
  readonly health: ConsoleHealth | null
}

/** What a page was made from. */
export interface PageOrigin {
  /** See momentOf. */
  readonly moment: string
  readonly state: LiveState
}

export interface LiveConnection {
  state(): LiveState
  /** The last moment the server told of. */
  moment(): string
  subscribe(listener: () => void): () => void
  close(): void
}

const EVENTS = '/api/v1/events'
/** Health comes every 5 s; without news for this long the connection is dead, whatever the browser thinks. */
const SILENCE_MS = 15_000
const RETRY_MS = 2_000

/** Follows the server's events from a page's origin on. `onChange` hears what to read again, also of what a gap hid. */
export function connectLive(origin: PageOrigin, onChange: (notice: ChangeNotice) => void): LiveConnection {
  const listeners = new Set<() => void>()
  let { moment, state } = origin
  let source: EventSource | null = null
  let silence: ReturnType<typeof setTimeout> | undefined
  let retry: ReturnType<typeof setTimeout> | undefined

  const publish = (change: Partial<LiveState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const expectNews = () => {
    clearTimeout(silence)
    silence = setTimeout(reconnect, SILENCE_MS)
  }
  const heard = ({ data, lastEventId }: MessageEvent<string>): unknown => {
    expectNews()
    moment = lastEventId
    return JSON.parse(data)
  }
  const reconnect = () => {
    source?.close()
    clearTimeout(silence)
    clearTimeout(retry)
    publish({ phase: isOld(state) ? 'stale' : 'reconnecting' })
    retry = setTimeout(open, RETRY_MS)
  }
  const open = () => {
    source = new EventSource(`${EVENTS}?${new URLSearchParams({ since: moment })}`)
    source.addEventListener('open', expectNews)
    source.addEventListener('change', event => onChange(heard(event) as ChangeNotice))
    source.addEventListener('health', event => {
      const health = heard(event) as ConsoleHealth
      publish({ health, asOf: health.ageMs === null ? null : Date.now() - health.ageMs, phase: phaseOf(health) })
    })
    source.addEventListener('error', () => {
      if (source?.readyState !== EventSource.CLOSED) publish({ phase: isOld(state) ? 'stale' : 'reconnecting' })
      else void refused().then(signedOut => (signedOut ? publish({ phase: 'signed-out' }) : reconnect()))
    })
    expectNews()
  }
  open()

  return {
    state: () => state,
    moment: () => moment,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close() {
      clearTimeout(silence)
      clearTimeout(retry)
      source?.close()
    },
  }
}

function isOld({ asOf }: LiveState): boolean {
  return asOf !== null && Date.now() - asOf > 2 * SILENCE_MS
}

function phaseOf({ phase }: ConsoleHealth): LiveState['phase'] {
  return phase === 'starting' ? 'connecting' : phase
}

/** The browser does not tell why a stream was refused. */
async function refused(): Promise<boolean> {
  try {
    return (await fetch('/api/v1/health')).status === 401
  } catch {
    return false
  }
}
