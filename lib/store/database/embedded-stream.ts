import { Duplex } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'

const TERMINATE = 'X'.charCodeAt(0)

/** The embedded database; null once it stopped: then nobody may ask it anything any more. */
export interface RunningDatabase {
  database: PGlite | null
}

/** As the driver knows it from a server that went away. */
function stoppedError(cause?: unknown): Error {
  return Object.assign(new Error('The embedded database stopped.', { cause }), { code: 'ECONNRESET' })
}

/**
 * The connection of a PostgreSQL client to the embedded database: both speak the wire protocol, so that one driver, one
 * adapter and one set of error codes serve both databases.
 */
export class EmbeddedStream extends Duplex {
  readonly #running: RunningDatabase
  readonly #database: PGlite | null

  constructor(running: RunningDatabase) {
    super()
    this.#running = running
    this.#database = running.database
  }

  /** What a client asks of its socket; there is no network. */
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
   * After a panic, once it was read: the database keeps its locks and would wait for itself for ever, and with it this process. Nor
   * does it tell that it is ready for another statement, which the driver awaits until its connection is closed.
   */
  #end(): void {
    this.#running.database = null
    this.once('end', () => this.destroy())
    this.push(null)
  }

  #send(message: Buffer, done: (error?: Error) => void): void {
    if (message[0] === TERMINATE) {
      // The database is closed by whoever opened it, not by the end of a connection.
      this.push(null)
      done()
      return
    }
    const database = this.#database
    if (database === null || database !== this.#running.database) {
      done(stoppedError())
      return
    }
    // It works within this process, one statement after the other: who reads page by page would keep everything else waiting.
    yieldToEventLoop()
      .then(() => {
        // It may have stopped meanwhile, and another one run in its place.
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
 * What the database answers, whole. Its parts come to us alone: `execProtocolRaw` also parses each, and keeps what it read for as
 * long as the database is open.
 */
async function answerTo(message: Buffer, database: PGlite): Promise<Buffer> {
  const parts: Buffer[] = []
  // They lie in its memory, which it goes on to use.
  await database.execProtocolRawStream(message, { onRawData: part => void parts.push(Buffer.from(part)) })
  return Buffer.concat(parts)
}

const ERROR = 'E'.charCodeAt(0)
/** Field of an error with its severity in English, whatever the language of the messages. */
const SEVERITY = 'V'.charCodeAt(0)

/**
 * Whether an answer of PostgreSQL (messages of its protocol, one after the other) says PANIC: it was in the middle of something that
 * must not be left half done, as when the log of changes could not be written.
 */
export function isPanic(answer: Uint8Array): boolean {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.byteLength)
  for (let at = 0; at + 5 <= bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
    if (bytes[at] === ERROR && severityOf(bytes.subarray(at + 5)) === 'PANIC') return true
  }
  return false
}

/** Of the fields of an error: a letter, a text and a zero each. */
function severityOf(fields: Buffer): string | null {
  for (let at = 0; at < fields.length && fields[at] !== 0; ) {
    const end = fields.indexOf(0, at)
    if (end === -1) return null
    if (fields[at] === SEVERITY) return fields.toString('latin1', at + 1, end)
    at = end + 1
  }
  return null
}

/** How long statements may follow each other before the event loop goes round: pages notice nothing of it yet. */
const MAX_BLOCKED_MS = 20

let blockedSince: number | null = null

/**
 * To be awaited before each statement of a database that works within this process. Returns at once unless statements have held the event
 * loop for a while, as when somebody reads page after page: then everything else has its turn first. Nobody queues here, as long work of
 * the garden's client does: an open transaction would keep the whole database waiting behind work that has nothing to do with it.
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
