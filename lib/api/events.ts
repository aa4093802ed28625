import { z } from 'zod'
import type { User } from '#lib/auth/session.ts'
import { RefusedRequestError } from '#lib/http/request-errors.ts'
import { type ChangeNotice, getChangeNotice, type JobNotice } from '#lib/queries/changes.ts'
import { getConsoleHealth } from '#lib/queries/console-health.ts'
import { runtime } from '#lib/runtime.ts'
import { momentOf, momentText, parseMoment } from '#lib/util/moment.ts'
import { ChangeThrottle, followNumber } from './events/change-throttle.ts'
import { EVENT_HEADERS, EventStream } from './events/event-stream.ts'
import { watchToken } from './events/watch-token.ts'
import { type Resource, read } from './operation.ts'
import { LIVE_CONNECTIONS } from './sender.ts'

const HEALTH_EVERY_MS = 5_000
/** Longest duration of a stream. The browser then reconnects, and its session is checked again. */
const MAX_STREAM_MS = 10 * 60_000
/**
 * All streams share these, so that pages fetch for the same version and share answers
 * (shared-answer.ts).
 */
const CHANGES = new ChangeThrottle(listener => runtime().context().inventory.subscribe(listener))
const RULES = new ChangeThrottle(listener => followNumber(() => runtime().context().rulesRevision, listener))
const OPERATORS = new ChangeThrottle(listener => runtime().operators?.subscribe(listener) ?? (() => {}))

/**
 * Server-sent events: `change` and `jobs` say what to refetch, `operators` that custom resources
 * changed, `health` how current the data is. `user` comes first and names the owner of the session.
 * The id of an event is its moment. A browser that reconnects with it, or sends the moment of its
 * page in `since`, receives the changes it missed.
 */
export const EVENTS = {
  routes: [
    read('/events', {
      summary: 'Stream changes as server-sent events',
      attended: false,
      query: z.object({ since: z.string().optional() }),
      answers: { 200: { media: ['text/event-stream'] } },
      run: ({ user, session, request }) =>
        // HEAD opens no stream, which would stay open.
        request.method === 'HEAD' ? new Response(null, { headers: EVENT_HEADERS }) : openStream(request, user, session),
    }),
  ],
} satisfies Resource

function openStream(request: Request, user: User, session: string | null): Response {
  const leave = LIVE_CONNECTIONS.take(user.id)
  if (leave === null) throw new RefusedRequestError(429, 'Too many live connections for your user. Close some windows.')
  const stream = new EventStream()
  stream.onClose(leave)
  try {
    sendEvents(stream, request, { id: user.id, name: user.name })
    stream.onClose(watchToken(request, () => stream.close()))
    if (session !== null) stream.onClose(runtime().auth.sessions.onEnd(session, () => stream.close()))
  } catch (error) {
    stream.close()
    throw error
  }
  const end = setTimeout(() => stream.close(), MAX_STREAM_MS)
  stream.onClose(() => clearTimeout(end))
  if (request.signal.aborted) stream.close()
  else request.signal.addEventListener('abort', () => stream.close())
  return stream.response()
}

/** Sends the initial events, then changes until the stream closes. */
function sendEvents(stream: EventStream, request: Request, user: Pick<User, 'id' | 'name'>): void {
  const { inventory } = runtime().context()
  const last = parseMoment(request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('since'))
  const seen = { ...(last ?? momentOf(runtime().context())) }

  const send = (event: string, data: unknown) => stream.send(event, data, momentText(seen))
  const sendHealth = () => send('health', getConsoleHealth(runtime().context(), runtime()))
  const sendChanges = () => {
    const notice = getChangeNotice(inventory, seen.version)
    if (!notice) return
    seen.version = notice.version
    send('change', notice)
    if (notice.sources) sendHealth()
  }

  const sendNewRules = () => {
    const { rulesRevision } = runtime().context()
    if (rulesRevision === seen.rules) return
    seen.rules = rulesRevision
    send('change', {
      version: seen.version,
      bindings: null,
      pools: null,
      shoots: true,
      sources: false,
    } satisfies ChangeNotice)
  }

  const sendOperators = () => send('operators', null)
  const sendJobs = (ids: JobNotice['ids']) => send('jobs', { ids } satisfies JobNotice)

  send('user', user)
  sendNewRules()
  if (last !== null) {
    sendChanges()
    // Past changes of jobs and custom resources are not recorded, so the page refetches them all.
    sendJobs(null)
    sendOperators()
  }
  sendHealth()
  stream.onClose(CHANGES.subscribe(sendChanges))
  stream.onClose(RULES.subscribe(sendNewRules))
  stream.onClose(OPERATORS.subscribe(sendOperators))
  stream.onClose(runtime().jobs.subscribe(sendJobs))
  const beat = setInterval(sendHealth, HEALTH_EVERY_MS)
  stream.onClose(() => clearInterval(beat))
}
