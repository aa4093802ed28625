import type pg from 'pg'

/** An open database, whichever kind it is: a pool of connections, and the words for where it is. */
export interface Connection {
  readonly kind: 'embedded' | 'server'
  /** For messages: no password, no user. */
  readonly place: string
  readonly pool: pg.Pool
  /** Opens a database of this process again that stopped. Throws while that cannot be done. */
  revive?(): Promise<void>
  /** Closes the pool and what is behind it. */
  close(): Promise<void>
}

/** Milliseconds to wait for a free connection, or for a new one. */
export const CONNECTION_MS = 30_000
