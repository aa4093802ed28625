import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import pg from 'pg'
import type { Secret } from '#lib/util/secret.ts'
import { CONNECTION_MS, type Connection, limitStatements } from './connection.ts'
import { StoreError } from './store-errors.ts'

export interface ServerOptions {
  readonly url: Secret<string>
  /** Maximum number of connections of this process. */
  readonly connections: number
  /**
   * Milliseconds after which the server ends a statement or an idle transaction. Default: shorter than
   * a request is open.
   */
  readonly statementMs?: number
  /**
   * Milliseconds after which a connection without an answer is cut. Default: slightly longer than
   * the statement timeout.
   */
  readonly answerMs?: number
}

/** Limits how long a hanging statement or transaction holds its locks. */
const STATEMENT_MS = 15_000

/** The server reports a timeout itself, unless the connection is dead. */
const GRACE_MS = 2_000

/** Idle time after which the operating system probes the peer. */
const KEEP_ALIVE_MS = 10_000

/**
 * The adapter reads and writes times without offset, so every session uses UTC regardless of the
 * settings of server and role.
 */
function sessionSettings(statementMs: number): string {
  return [
    "SET TIME ZONE 'UTC'",
    "SET default_transaction_isolation = 'read committed'",
    `SET statement_timeout = ${statementMs}`,
    `SET idle_in_transaction_session_timeout = ${statementMs}`,
  ].join('; ')
}

/** A pool of connections to a PostgreSQL server; connects on first use. */
export function connectServer({
  url,
  connections,
  statementMs = STATEMENT_MS,
  answerMs = statementMs + GRACE_MS,
}: ServerOptions): Connection {
  const place = describeServer(url)
  const pool = new pg.Pool({
    connectionString: url.reveal(),
    max: connections,
    connectionTimeoutMillis: CONNECTION_MS,
    application_name: 'hap-console',
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    onConnect: async client => {
      limitStatements(client, answerMs)
      await client.query(sessionSettings(statementMs))
    },
  })
  // The pool replaces broken idle connections; the statement that uses a broken one fails.
  pool.on('error', () => {})
  // The pool listens only to idle connections, and an error without listener ends the process.
  pool.on('connect', client => void client.on('error', () => {}))
  replaceAfterFailover(pool)
  return { kind: 'server', place, pool, close: () => pool.end() }
}

interface Probe {
  readonly isWritable: boolean
  readonly time: ClockReading
}

/**
 * Probes whether the server answers and accepts changes, and reads its time. Uses a connection of
 * its own, since those of the pool may be busy. Throws the driver's error,
 * or StoreError for a file that cannot be read.
 */
export async function probeServer(url: Secret<string>, withinMs: number): Promise<Probe> {
  const client = createClient(url, {
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

/** SQLSTATE of a write in a session that only reads. */
const READ_ONLY = '25006'

/**
 * Replaces all connections when one of them refuses a write. A primary that was demoted in a failover
 * keeps its connections and answers reads with old rows, while new connections reach its successor.
 */
function replaceAfterFailover(pool: pg.Pool): void {
  let generation = 0
  const generations = new WeakMap<pg.ClientBase, number>()
  pool.on('connect', client => {
    const own = generation
    generations.set(client, own)
    // The pool's types omit the connection.
    const { connection } = client as pg.Client
    connection.on('errorMessage', ({ code }: { code?: string }) => {
      if (code === READ_ONLY && own === generation) generation++
    })
  })
  // The pool removes a released connection that is ending.
  pool.on('release', (_error, client) => {
    if (generations.get(client) !== generation) void client.end().catch(() => {})
  })
}

/**
 * Host, port and database of a URL, without user and password. Throws StoreError when a file that
 * the URL names cannot be read.
 */
export function describeServer(url: Secret<string>): string {
  const { host, port, database } = createClient(url)
  const place = host.startsWith('/') ? host : `${host}:${port}`
  return `PostgreSQL at ${place}, database ${database ?? ''}`
}

/** How the driver connects to the server of a URL. */
export interface ServerTarget {
  /** A host name, an address, or the folder of a socket. */
  readonly host: string
  /** The effective `sslmode`; null without one. */
  readonly sslMode: string | null
  /** Whether the URL requires TLS with a verified certificate. */
  readonly isVerified: boolean
}

/**
 * Resolves where and how the driver connects. Host and `ssl` are the driver's own reading of the URL
 * and the environment, such as PGHOST. Throws StoreError when a file that the URL names cannot be read.
 */
export function resolveServer(url: Secret<string>): ServerTarget {
  const { host, ssl } = createClient(url)
  const sslMode = readParameters(url).sslmode ?? null
  return { host, sslMode, isVerified: sslMode === 'verify-full' && Boolean(ssl) }
}

/** Of repeated parameters the driver uses the last. */
function readParameters(url: Secret<string>): Readonly<Record<string, string | undefined>> {
  return Object.fromEntries(new URL(url.reveal()).searchParams)
}

/** The driver reads the files of sslrootcert, sslcert and sslkey while it parses the URL. */
function createClient(url: Secret<string>, options: pg.ClientConfig = {}): pg.Client {
  try {
    return new pg.Client({ connectionString: url.reveal(), ...options })
  } catch (error) {
    const parameters = readParameters(url)
    const file = ['sslrootcert', 'sslcert', 'sslkey'].find(name => !isReadable(parameters[name] ?? null))
    const cause = file === undefined ? 'it cannot be parsed' : `the file that ${file} names cannot be read`
    throw new StoreError(`DATABASE_URL is not usable: ${cause}. Correct it, then start again.`, { cause: error })
  }
}

function isReadable(file: string | null): boolean {
  if (file === null) return true
  try {
    // As the driver does: a folder can be accessed and not read.
    readFileSync(file)
    return true
  } catch {
    return false
  }
}

/**
 * A reading of the database's clock, with the times of request and answer on this process's
 * monotonic clock.
 */
export interface ClockReading {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly askedAt: number
  readonly answeredAt: number
}

/**
 * The clock of the database server, which all replicas share however far their own clocks differ.
 * Before the first reading it is this process's clock.
 */
export class DatabaseClock {
  /** Offset from this process's monotonic clock to the database's. */
  #ahead: number | null = null

  /** Milliseconds since 1970. */
  now(): number {
    return this.#ahead === null ? Date.now() : Math.round(performance.now() + this.#ahead)
  }

  /**
   * Applies a reading. It is only as precise as half the round trip, so smaller differences change
   * nothing.
   */
  learn({ at, askedAt, answeredAt }: ClockReading): void {
    const unsure = (answeredAt - askedAt) / 2
    const ahead = at - (askedAt + unsure)
    if (this.#ahead === null || Math.abs(ahead - this.#ahead) > unsure) this.#ahead = ahead
  }
}
