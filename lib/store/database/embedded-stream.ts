import { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'

const TERMINATE = 'X'.charCodeAt(0)

/** The embedded database; null after it stopped, and then unusable. */
export interface RunningDatabase {
  database: PGlite | null
}

/** The error that the driver knows from a lost server. */
function stoppedError(cause?: unknown): Error {
  return Object.assign(new Error('The embedded database stopped.', { cause }), { code: 'ECONNRESET' })
}

/**
 * The connection of a PostgreSQL client to the embedded database. Both speak the wire protocol, so
 * one driver, one adapter and one set of error codes serve both kinds of database.
 */
export class EmbeddedStream extends Duplex {
  readonly #running: RunningDatabase
  readonly #database: PGlite | null

  constructor(running: RunningDatabase) {
    super()
    this.#running = running
    this.#database = running.database
  }

  /** Methods that a client calls on its socket; there is no network. */
  connect(): this {
    setImmediate(() => this.emit('connect'))
    return this
  }

  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error) => void): void {
    this.#send(chunk, done)
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error) => void): void {
    this.#send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done)
  }

  /**
   * Ends the stream after a panic. The database still holds its locks and would block on itself,
   * and this process with it. It never reports ready for the next statement, which the driver
   * awaits until its connection closes.
   */
  #end(): void {
    this.#running.database = null
    this.once('end', () => this.destroy())
    this.push(null)
  }

  #send(message: Buffer, done: (error?: Error) => void): void {
    if (message[0] === TERMINATE) {
      // The opener closes the database, not the end of a connection.
      this.push(null)
      done()
      return
    }
    const database = this.#database
    if (database === null || database !== this.#running.database) {
      done(stoppedError())
      return
    }
    // It runs within this process, one statement after the other: page after page would block
    // everything else.
    yieldToEventLoop()
      .then(() => {
        // It may have stopped while this waited, and another one may run.
        if (database !== this.#running.database) throw stoppedError()
        return database.runExclusive(() => answerTo(message, database))
      })
      .then(
        answer => {
          if (answer.length > 0) this.push(answer)
          if (isPanic(answer)) this.#end()
          done()
        },
        (error: unknown) => {
          if (this.#running.database === database) this.#running.database = null
          done(stoppedError(error))
        },
      )
  }
}

/**
 * The complete answer of the database. Uses the streaming call: `execProtocolRaw` also parses each
 * part and retains it while the database is open.
 */
async function answerTo(message: Buffer, database: PGlite): Promise<Buffer> {
  const parts: Buffer[] = []
  // Copies: the database reuses its memory.
  await database.execProtocolRawStream(message, { onRawData: part => void parts.push(Buffer.from(part)) })
  return Buffer.concat(parts)
}

const ERROR = 'E'.charCodeAt(0)
/** Field with the severity of an error in English, independent of the language of the messages. */
const SEVERITY = 'V'.charCodeAt(0)

/**
 * Whether an answer of PostgreSQL (a sequence of protocol messages) reports PANIC: the database
 * stopped in the middle of a change, for example because it could not write its log.
 */
export function isPanic(answer: Uint8Array): boolean {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
    if (bytes[at] === ERROR && severityOf(bytes.subarray(at + 5)) === 'PANIC') return true
  }
  return false
}

/** Reads the fields of an error: a letter, a text and a zero each. */
function severityOf(fields: Buffer): string | null {
  for (let at = 0; at < fields.length && fields[at] !== 0; ) {
    const end = fields.indexOf(0, at)
    if (end === -1) return null
    if (fields[at] === SEVERITY) return fields.toString('latin1', at + 1, end)
    at = end + 1
  }
  return null
}

/** How long consecutive statements may block the event loop: pages do not notice it yet. */
const MAX_BLOCKED_MS = 20

let blockedSince: number | null = null

/**
 * Await it before each statement of the embedded database. Returns at once unless statements
 * blocked the event loop for a while; then everything else runs first. Unlike the function of that
 * name in the garden's client it has no queue: an open transaction would keep the whole database waiting behind
 * unrelated work.
 */
async function yieldToEventLoop(): Promise<void> {
  if (blockedSince === null) {
    blockedSince = performance.now()
    setImmediate(() => {
      blockedSince = null
    })
    return
  }
  if (performance.now() - blockedSince >= MAX_BLOCKED_MS) await nextTurn()
}
