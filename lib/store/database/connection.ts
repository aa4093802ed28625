import type pg from 'pg'
import type { Client, ClientBase } from 'pg'

/** An open database, embedded or a server: its pool of connections and its location. */
export interface Connection {
  readonly kind: 'embedded' | 'server'
  /** Location for messages, without password and user. */
  readonly place: string
  readonly pool: pg.Pool
  /** Reopens an embedded database that stopped. Throws when that fails. */
  revive?(): Promise<void>
  /** Closes the pool and what is behind it. */
  close(): Promise<void>
}

/** Milliseconds to wait for a free connection, or for a new one. */
export const CONNECTION_MS = 30_000

/** A connection that does not close within this time is cut. */
const CLOSE_MS = 5_000

const bounds = new WeakMap<ClientBase, number>()

/**
 * Sets another timeout for the statements of a connection; null restores its own. No effect on a
 * connection without one.
 */
export function setStatementTimeout(client: ClientBase, ms: number | null): void {
  if (ms === null) bounds.delete(client)
  else bounds.set(client, ms)
}

/**
 * Limits each statement of a connection on the client's side. A connection can die without closing,
 * as in a failover behind a load balancer, and no timeout of the server reaches the client then.
 * Without an answer within `ms` the connection is cut: its statements fail with ETIMEDOUT, its open
 * transaction ends, and the pool replaces it.
 */
export function limitStatements(client: ClientBase, ms: number): void {
  // The pool's types omit the connection.
  const whole = client as Client
  const { connection } = whole
  let unanswered = 0
  let timer: NodeJS.Timeout | undefined
  const cut = (within: number) => {
    const error = new Error(`The database gave no answer within ${within / 1_000} s, so its connection was cut.`)
    connection.stream.destroy(Object.assign(error, { code: 'ETIMEDOUT' }))
  }
  // A connection runs its statements one after the other.
  const restart = () => {
    clearTimeout(timer)
    const within = bounds.get(client) ?? ms
    if (unanswered > 0) timer = setTimeout(cut, within, within)
  }
  const sent = () => {
    if (unanswered++ === 0) restart()
  }
  const answered = () => {
    unanswered--
    restart()
  }
  connection.stream.once('close', () => clearTimeout(timer))

  const query = client.query.bind(client) as (...args: readonly unknown[]) => unknown
  const bounded = (...args: readonly unknown[]) => {
    sent()
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      const onAnswer = (...answer: readonly unknown[]) => {
        answered()
        callback(...answer)
      }
      return query(...args.slice(0, -1), onAnswer)
    }
    const answer = query(...args)
    if (answer instanceof Promise) answer.then(answered, answered)
    else answered()
    return answer
  }
  client.query = bounded as typeof client.query

  const end = whole.end.bind(client) as (...args: readonly unknown[]) => unknown
  const boundedEnd = (...args: readonly unknown[]) => {
    const late = setTimeout(() => connection.stream.destroy(), CLOSE_MS).unref()
    connection.stream.once('close', () => clearTimeout(late))
    return end(...args)
  }
  whole.end = boundedEnd as typeof whole.end
}
