import type { LivePhase } from '#components/shell/live-indicator.tsx'
import { serverNow, setServerNow } from '#components/ui/clock.tsx'
import type { User } from '#lib/auth/session.ts'
import type { ChangeNotice, JobNotice } from '#lib/queries/changes.ts'
import type { ConsoleHealth } from '#lib/queries/console-health.ts'
import { setLatestMoment } from './request-context.ts'

/** How current the page is. */
export interface LiveState {
  /** `stale`: the data is older than its limit. */
  readonly phase: LivePhase
  /**
   * Latest time at which the data was current, in milliseconds since 1970 by the server's clock;
   * null before the first event.
   */
  readonly asOf: number | null
  readonly health: ConsoleHealth | null
  /**
   * Name of another user who is signed in in this browser; null while it is the user of the page.
   */
  readonly other: string | null
}

/** Origin of a rendered page. */
export interface PageOrigin {
  /** See momentOf. */
  readonly moment: string
  readonly state: LiveState
  /** Id of the user of the page. */
  readonly person: string
}

export interface LiveConnection {
  state(): LiveState
  /** The moment of the latest event. */
  moment(): string
  subscribe(listener: () => void): () => void
  /** Reports that another response of the server was 401. */
  signedOut(): void
  /**
   * Reconnects a page that was hidden, or that is signed out, because the user may have signed in
   * in another tab.
   */
  becameVisible(): void
  /** Closes the stream, because browsers allow six connections to a server for all tabs. */
  becameHidden(): void
  close(): void
}

const EVENTS = '/api/v1/events'
/** Invalidates all data when the changes between two moments are unknown. */
const EVERYTHING: ChangeNotice = { version: 0, bindings: null, pools: null, shoots: true, sources: true }
/**
 * Health events arrive every 5 s. Without any event for this long, the connection counts as broken
 * even if the browser reports it open.
 */
const SILENCE_MS = 15_000
const RETRY_MS = 2_000
/** Retry interval while signed out, because the user may sign in in another tab. */
const SIGNED_OUT_RETRY_MS = 5_000

/** Receives the notices of what to refetch, including changes missed during a gap. */
interface LiveListener {
  onChange(notice: ChangeNotice): void
  onJobs(notice: JobNotice): void
  /** A custom resource changed, or its freshness did. */
  onOperators(): void
}

/**
 * Follows the server's events from the moment of a page while it is visible. A page that becomes
 * visible again receives the changes since its latest event.
 */
export function connectLive(
  origin: PageOrigin,
  isVisible: boolean,
  { onChange, onJobs, onOperators }: LiveListener,
): LiveConnection {
  const listeners = new Set<() => void>()
  let { moment, state } = origin
  let source: EventSource | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let isOpen = isVisible

  const publish = (change: Partial<LiveState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  /** The signed-out phase lasts until the next event. */
  const markLost = () => {
    if (state.phase !== 'signed-out') publish({ phase: isOld(state) ? 'stale' : 'reconnecting' })
  }
  const restartSilenceTimer = () => {
    clearTimeout(timer)
    timer = setTimeout(reconnect, SILENCE_MS)
  }
  const receive = (event: Event): unknown => {
    restartSilenceTimer()
    const { data, lastEventId } = event as MessageEvent<string>
    moment = lastEventId
    setLatestMoment(moment)
    return JSON.parse(data)
  }
  const disconnect = () => {
    clearTimeout(timer)
    source?.close()
    source = null
  }
  const openIn = (delay: number) => {
    disconnect()
    if (isOpen) timer = setTimeout(open, delay)
  }
  const reconnect = () => {
    markLost()
    openIn(RETRY_MS)
  }
  const signOut = () => {
    if (state.phase !== 'signed-out') publish({ phase: 'signed-out' })
    openIn(SIGNED_OUT_RETRY_MS)
  }
  const failed = async (broken: EventSource) => {
    if (broken.readyState !== EventSource.CLOSED) return markLost()
    const signedOut = await refused()
    if (broken !== source) return
    if (signedOut) signOut()
    else reconnect()
  }
  const open = () => {
    const opened = new EventSource(`${EVENTS}?${new URLSearchParams({ since: moment })}`)
    source = opened
    opened.addEventListener('open', restartSilenceTimer)
    opened.addEventListener('user', event => {
      const user = receive(event) as Pick<User, 'id' | 'name'>
      publish({ other: user.id === origin.person ? null : user.name })
    })
    opened.addEventListener('change', event => onChange(receive(event) as ChangeNotice))
    opened.addEventListener('jobs', event => onJobs(receive(event) as JobNotice))
    opened.addEventListener('operators', event => {
      receive(event)
      onOperators()
    })
    opened.addEventListener('health', event => {
      const health = receive(event) as ConsoleHealth
      // Refetches the queries that were refused while signed out.
      if (state.phase === 'signed-out') onChange(EVERYTHING)
      setServerNow(health.at)
      publish({ health, asOf: health.ageMs === null ? null : serverNow() - health.ageMs, phase: phaseOf(health) })
    })
    opened.addEventListener('error', () => void failed(opened))
    restartSilenceTimer()
  }
  if (isOpen) open()

  const close = () => {
    isOpen = false
    disconnect()
  }
  return {
    state: () => state,
    moment: () => moment,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    signedOut: signOut,
    becameVisible() {
      if (isOpen && state.phase !== 'signed-out') return
      isOpen = true
      if (state.phase !== 'signed-out' && isOld(state)) publish({ phase: 'reconnecting' })
      openIn(0)
    },
    becameHidden: close,
    close,
  }
}

function isOld({ asOf }: LiveState): boolean {
  return asOf !== null && serverNow() - asOf > 2 * SILENCE_MS
}

function phaseOf({ phase }: ConsoleHealth): LivePhase {
  return phase === 'starting' ? 'connecting' : phase
}

/** EventSource does not expose the status of a refused stream. */
async function refused(): Promise<boolean> {
  try {
    return (await fetch('/api/v1/health')).status === 401
  } catch {
    return false
  }
}
