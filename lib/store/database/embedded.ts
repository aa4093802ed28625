import { existsSync, mkdirSync } from 'node:fs'
import type net from 'node:net'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import pg from 'pg'
import { StoreError } from '#lib/store/failure/store-errors.ts'
import { CONNECTION_MS, type Connection } from './connection.ts'
import { EmbeddedStream } from './embedded-stream.ts'

export interface EmbeddedOptions {
  /** Folder of the database; null = in memory. */
  readonly folder: string | null
  /** Contents of a new database, as dumpDataDir() makes them; without them a first start takes seconds longer. */
  readonly template?: Blob
}

/**
 * Opens the embedded PostgreSQL. It knows no lock: the caller holds the one of DATA_DIR. It has one connection, so that an open
 * transaction keeps everybody else waiting. Throws StoreError when the folder cannot be used.
 */
export async function openEmbedded({ folder, template }: EmbeddedOptions): Promise<Connection> {
  const place = folder === null ? 'in memory' : path.resolve(folder)
  const database = await open(folder, template)
  const pool = new pg.Pool({
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CONNECTION_MS,
    // The driver wants a socket and uses no more of it than the stream has.
    stream: () => new EmbeddedStream(database) as unknown as net.Socket,
  })
  return {
    kind: 'embedded',
    place,
    pool,
    close: async () => {
      await pool.end()
      await database.close()
    },
  }
}

async function open(folder: string | null, template: Blob | undefined): Promise<PGlite> {
  const options = template ? { loadDataDir: template } : {}
  if (folder === null) return PGlite.create(options)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  try {
    return await PGlite.create(folder, isNew(folder) ? options : {})
  } catch (error) {
    throw new StoreError(
      `The embedded database in ${path.resolve(folder)} cannot be opened: ${reason(error)}. ` +
        'It may be damaged, or of another version. Keep the folder, start with an empty one, and restore the last "hap db dump".',
      { cause: error },
    )
  }
}

/** A database that was begun has this file; an interrupted first start is opened as it is, and fails in words. */
function isNew(folder: string): boolean {
  return !existsSync(path.join(folder, 'PG_VERSION'))
}

function reason(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}
