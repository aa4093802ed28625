import { performance } from 'node:perf_hooks'
import pg from 'pg'
import type { Secret } from '#lib/secret.ts'
import { limitStatements, CONNECTION_MS, type Connection } from './connection.ts'

export interface ServerOptions {
  readonly url: Secret<string>
  /** Most connections of this process. */
  readonly connections: number
  /** Milliseconds after which a connection that owes an answer is cut. Default: somewhat longer than a statement may take. */
  readonly answerMs?: number
}

/** A transaction or statement that hangs must not hold its locks for ever. */
const STATEMENT_MS = 30_000

/** The server says itself that a statement took too long, unless the connection is dead. */
const ANSWER_MS = STATEMENT_MS + 5_000

/** How soon the operating system asks whether the peer of a quiet connection is there. */
const KEEP_ALIVE_MS = 10_000

/**
 * The adapter reads and writes times without their offset, so that every session has to be in UTC, whatever the server or the
 * role says.
 */
const SESSION = [
  "SET TIME ZONE 'UTC'",
  "SET default_transaction_isolation = 'read committed'",
  `SET statement_timeout = ${STATEMENT_MS}`,
  `SET idle_in_transaction_session_timeout = ${STATEMENT_MS}`,
].join('; ')

/** A pool of connections to a PostgreSQL server; connects when it is used first. */
export function connectServer({ url, connections, answerMs = ANSWER_MS }: ServerOptions): Connection {
  const pool = new pg.Pool({
    connectionString: url.reveal(),
    max: connections,
    connectionTimeoutMillis: CONNECTION_MS,
    application_name: 'hap-console',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    onConnect: async client => {
      limitStatements(client, answerMs)
      await client.query(SESSION)
    },
  })
  // A broken idle connection is replaced; who uses one that breaks learns it by its statement.
  pool.on('error', () => {})
  // The pool hears only of those nobody uses; the driver throws where nobody hears of one.
  pool.on('connect', client => void client.on('error', () => {}))
  return { kind: 'server', place: describeServer(url), pool, close: () => pool.end() }
}

interface Probe {
  readonly isWritable: boolean
  readonly time: ClockReading
}

/**
 * Whether the server answers and takes changes, and what its time is, by a connection of its own: those of the pool may all be at
 * work. Throws what the driver says.
 */
export async function probeServer(url: Secret<string>, withinMs: number): Promise<Probe> {
  const client = new pg.Client({
    connectionString: url.reveal(),
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
    application_name: 'hap-console probe',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const askedAt = performance.now()
    const { rows } = await client.query<{ read_only: string; at: number }>(
      `SELECT current_setting('transaction_read_only') AS read_only,
        (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS at`,
    )
    const answeredAt = performance.now()
    const [row] = rows
    if (row === undefined) throw new Error('The server answered without a row.')
    return { isWritable: row.read_only === 'off', time: { at: row.at, askedAt, answeredAt } }
  } finally {
    void client.end().catch(() => {})
  }
}

/** Host, port and database of a URL, without user and password. */
export function describeServer(url: Secret<string>): string {
  const { host, port, database } = new pg.Client({ connectionString: url.reveal() })
  const place = host.startsWith('/') ? host : `${host}:${port}`
  return `PostgreSQL at ${place}, database ${database ?? ''}`
}

/** What a database said its time was, and when it was asked and had answered, in milliseconds of this process. */
export interface ClockReading {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly askedAt: number
  readonly answeredAt: number
}

/**
 * The time of a database server: the one that all replicas have, however far their own clocks are apart. Until it was asked for
 * the first time it is that of this process.
 */
export class DatabaseClock {
  /** From the time since this process began, which nobody sets, to that of the database. */
  #ahead: number | null = null

  /** Milliseconds since 1970. */
  now(): number {
    return this.#ahead === null ? Date.now() : Math.round(performance.now() + this.#ahead)
  }

  /** Takes what the database said. Nobody can tell when within the answer's way it was said, so that less than that changes nothing. */
  learn({ at, askedAt, answeredAt }: ClockReading): void {
    const unsure = (answeredAt - askedAt) / 2
    const ahead = at - (askedAt + unsure)
    if (this.#ahead === null || Math.abs(ahead - this.#ahead) > unsure) this.#ahead = ahead
  }
}
