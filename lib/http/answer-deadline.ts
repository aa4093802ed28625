import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendRefusal } from './admission.ts'
import { refusalResponse } from './problem-response.ts'

/**
 * Milliseconds from the start of a request to the start of its answer. Limits of single waits, on the
 * database, Gardener, the control plane or the identity provider, add up; this one limits their sum.
 */
export const ANSWER_MS = 18_000

/** Longest `wait` of a request that follows an object: proxies cut requests that take longer than a minute. */
export const MAX_WAIT_SECONDS = 30

const SAFE_METHODS: ReadonlySet<string | undefined> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Answers a request with 504 at its deadline unless its handler has sent the head of an answer. The handler continues,
 * so that a change that has begun ends with a known outcome; what it sends afterwards is dropped.
 */
export function answerInTime(request: IncomingMessage, response: ServerResponse): void {
  const answerLate = async () => {
    if (await sendRefusal(request, response, lateAnswer(request))) dropWrites(response)
  }
  const timer = setTimeout(() => void answerLate(), answerMs(request.url ?? ''))
  response.once('close', () => clearTimeout(timer))
}

/** Milliseconds until the deadline of a request. */
function answerMs(target: string): number {
  const follows = URL.parse(target, 'http://console')?.searchParams.has('wait') ?? false
  return follows ? ANSWER_MS + MAX_WAIT_SECONDS * 1_000 : ANSWER_MS
}

/** Names where the outcome of a change appears. */
function lateAnswer({ method, url = '', headers }: IncomingMessage): Response {
  const { pathname } = new URL(url, 'http://console')
  const waited = 'The console waited too long for the database or Gardener.'
  const next = SAFE_METHODS.has(method)
    ? 'Try again in a few seconds.'
    : headers['idempotency-key'] === undefined
      ? `A change that has begun continues. The audit log has its outcome under request:${headers['x-request-id']}.`
      : 'The change continues. Repeat the request with the same Idempotency-Key for its outcome.'
  return refusalResponse(pathname, 504, `${waited} ${next}`, { 'retry-after': '5' })
}

/** Turns the writes of a handler into no-ops. Node would throw on them, and Next.js would log each as an error. */
function dropWrites(response: ServerResponse): void {
  const drop = () => response
  Object.assign(response, {
    setHeader: drop,
    appendHeader: drop,
    removeHeader: drop,
    writeHead: drop,
    flushHeaders: drop,
    write: () => true,
    end: drop,
  })
}
