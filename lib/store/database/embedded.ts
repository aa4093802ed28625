import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import type net from 'node:net'
import path from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import pg from 'pg'
import { fileFailure } from '#lib/file-failure.ts'
import { StoreError } from '#lib/store/failure/store-errors.ts'
import { CONNECTION_MS, type Connection } from './connection.ts'
import { EmbeddedStream, type RunningDatabase } from './embedded-stream.ts'
import { FencedFiles } from './fenced-files.ts'

export interface EmbeddedOptions {
  /** Folder of the database; null = in memory. */
  readonly folder: string | null
  /** Contents of a new database, as dumpDataDir() makes them; without them a first start takes seconds longer. */
  readonly template?: Blob
  /** Runs ahead of each change of the folder; throws where this process must not write there any more. */
  readonly beforeWrite?: () => void
}

/**
 * Opens the embedded PostgreSQL. It knows no lock: the caller holds the one of DATA_DIR. It has one connection, so that an open
 * transaction keeps everybody else waiting. Throws StoreError when the folder cannot be used.
 */
export async function openEmbedded(options: EmbeddedOptions): Promise<Connection> {
  const { folder } = options
  const place = folder === null ? 'in memory' : path.resolve(folder)
  const running: RunningDatabase = { database: await open(options) }
  const pool = new pg.Pool({
    user: 'postgres',
    database: 'postgres',
    ssl: false,
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CONNECTION_MS,
    // The driver wants a socket and uses no more of it than the stream has.
    stream: () => new EmbeddedStream(running) as unknown as net.Socket,
  })
  // A connection to one that stopped is replaced; who uses it learns it by its statement.
  pool.on('error', () => {})
  // The pool hears only of those nobody uses; the driver throws where nobody hears of one.
  pool.on('connect', client => void client.on('error', () => {}))
  return {
    kind: 'embedded',
    place,
    pool,
    revive: async () => {
      // What it kept in memory only is gone with it.
      if (folder !== null) running.database ??= await open(options)
      await pool.query('SELECT 1')
    },
    close: async () => {
      await pool.end()
      await running.database?.close()
    },
  }
}

/** A server has the extension at hand; here its files come along. A migration puts it to use. */
const OPTIONS: PGliteOptions = { extensions: { pg_trgm } }

async function open({ folder, template, beforeWrite }: EmbeddedOptions): Promise<PGlite> {
  const first = { ...OPTIONS, ...(template && { loadDataDir: template }) }
  if (folder === null) return PGlite.create(first)
  const optionsIn = (place: string) => ({ ...OPTIONS, fs: new FencedFiles(place, beforeWrite ?? (() => {})) })
  try {
    if (!existsSync(folder)) await begin(folder, unfinished => ({ ...first, ...optionsIn(unfinished) }))
    return await PGlite.create(optionsIn(folder))
  } catch (error) {
    const place = path.resolve(folder)
    throw new StoreError(
      fileFailure(error, place) ?? `The embedded database in ${place} cannot be opened: ${reason(error)}. ${DAMAGED}`,
      {
        cause: error,
      },
    )
  }
}

/** Makes a new database beside its folder first: a start that is interrupted leaves nothing that looks like a database. */
async function begin(folder: string, optionsIn: (unfinished: string) => PGliteOptions): Promise<void> {
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  const database = await PGlite.create(optionsIn(unfinished))
  for (const setting of FRUGAL) await database.exec(`ALTER SYSTEM SET ${setting}`)
  await database.close()
  renameSync(unfinished, folder)
}

/** For the next start. One connection to a database of some megabytes needs no room for a hundred; the console's memory is this much less. */
const FRUGAL = ["shared_buffers = '16MB'", "wal_buffers = '1MB'", 'max_connections = 10']

const DAMAGED =
  'It may be damaged, or of another version. Keep the folder, start with an empty one, and restore the last "hap db dump".'

function reason(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}
