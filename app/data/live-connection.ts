import type { LivePhase } from '#components/shell/live-indicator.tsx'
import { serverNow, setServerNow } from '#components/ui/clock.ts'
import type { User } from '#lib/auth/session.ts'
import type { ChangeNotice, JobNotice } from '#lib/queries/changes.ts'
import type { ConsoleHealth } from '#lib/queries/console-health.ts'
import { EVERYTHING, type EventFeed, openFeed } from './event-feed.ts'
import { noteMoment } from './heard-moment.ts'

/** How live the page is. */
export interface LiveState {
  /** `stale`: the data on the page is older than it should be. */
  readonly phase: LivePhase
  /** When the data was last known to be current, in milliseconds since 1970 by the server's clock; null before the first news. */
  readonly asOf: number | null
  readonly health: ConsoleHealth | null
  /** Name of somebody else who is signed in in this browser by now; null while it is whom the page was drawn for. */
  readonly other: string | null
}

/** What a page was made from. */
export interface PageOrigin {
  /** See momentOf. */
  readonly moment: string
  readonly state: LiveState
  /** Id of the user it was drawn for. */
  readonly person: string
}

export interface LiveConnection {
  state(): LiveState
  /** The last moment the server told of. */
  moment(): string
  subscribe(listener: () => void): () => void
  /** Some other answer of the server said that the session is over. */
  signedOut(): void
  /** Somebody looks at the page again: if they signed in elsewhere meanwhile, it goes on. */
  lookedAt(): void
  close(): void
}

const EVENTS = '/api/v1/events'
/** Health comes every 5 s; without news for this long the connection is dead, whatever the browser thinks. */
const SILENCE_MS = 15_000
const RETRY_MS = 2_000
/** Somebody may sign in again in another tab. */
const SIGNED_OUT_RETRY_MS = 5_000

/** Hears what to read again, also of what a gap hid. */
interface LiveListener {
  onChange(notice: ChangeNotice): void
  onJobs(notice: JobNotice): void
  /** Some custom resource of the operators changed, or how fresh they are. */
  onOperators(): void
}

/** Follows the server's events from a page's origin on. */
export function connectLive(origin: PageOrigin, { onChange, onJobs, onOperators }: LiveListener): LiveConnection {
  const listeners = new Set<() => void>()
  let { moment, state } = origin
  let source: EventFeed | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let closed = false

  const publish = (change: Partial<LiveState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  /** Who is signed out stays so until there is news. */
  const lost = () => {
    if (state.phase !== 'signed-out') publish({ phase: isOld(state) ? 'stale' : 'reconnecting' })
  }
  const expectNews = () => {
    clearTimeout(timer)
    timer = setTimeout(reconnect, SILENCE_MS)
  }
  const heard = (event: Event): unknown => {
    expectNews()
    const { data, lastEventId } = event as MessageEvent<string>
    moment = lastEventId
    noteMoment(moment)
    return JSON.parse(data)
  }
  const openIn = (delay: number) => {
    source?.close()
    clearTimeout(timer)
    timer = setTimeout(open, delay)
  }
  const reconnect = () => {
    lost()
    openIn(RETRY_MS)
  }
  const leave = () => {
    if (state.phase !== 'signed-out') publish({ phase: 'signed-out' })
    openIn(SIGNED_OUT_RETRY_MS)
  }
  const failed = async (broken: EventFeed) => {
    if (broken.readyState !== EventSource.CLOSED) return lost()
    const signedOut = await refused()
    if (closed || broken !== source) return
    if (signedOut) leave()
    else reconnect()
  }
  const open = () => {
    const opened = openFeed(EVENTS, moment)
    source = opened
    opened.addEventListener('open', expectNews)
    opened.addEventListener('user', event => {
      const user = heard(event) as Pick<User, 'id' | 'name'>
      publish({ other: user.id === origin.person ? null : user.name })
    })
    opened.addEventListener('change', event => onChange(heard(event) as ChangeNotice))
    opened.addEventListener('jobs', event => onJobs(heard(event) as JobNotice))
    opened.addEventListener('operators', event => {
      heard(event)
      onOperators()
    })
    opened.addEventListener('health', event => {
      const health = heard(event) as ConsoleHealth
      // What was refused meanwhile is read again.
      if (state.phase === 'signed-out') onChange(EVERYTHING)
      setServerNow(health.at)
      publish({ health, asOf: health.ageMs === null ? null : serverNow() - health.ageMs, phase: phaseOf(health) })
    })
    opened.addEventListener('error', () => void failed(opened))
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
    signedOut: leave,
    lookedAt() {
      if (state.phase === 'signed-out') openIn(0)
    },
    close() {
      closed = true
      clearTimeout(timer)
      source?.close()
    },
  }
}

function isOld({ asOf }: LiveState): boolean {
  return asOf !== null && serverNow() - asOf > 2 * SILENCE_MS
}

function phaseOf({ phase }: ConsoleHealth): LivePhase {
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
