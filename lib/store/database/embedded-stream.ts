import { Duplex } from 'node:stream'
import type { PGlite } from '@electric-sql/pglite'

const TERMINATE = 'X'.charCodeAt(0)

/**
 * The connection of a PostgreSQL client to the embedded database: both speak the wire protocol, so that one driver, one
 * adapter and one set of error codes serve both databases.
 */
export class EmbeddedStream extends Duplex {
  readonly #database: PGlite

  constructor(database: PGlite) {
    super()
    this.#database = database
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

  #send(message: Buffer, done: (error?: Error) => void): void {
    if (message[0] === TERMINATE) {
      // The database is closed by whoever opened it, not by the end of a connection.
      this.push(null)
      done()
      return
    }
    this.#database
      .runExclusive(() => this.#database.execProtocolRaw(message))
      .then(
        answer => {
          if (answer.length > 0) this.push(Buffer.from(answer))
          done()
        },
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      )
  }
}
