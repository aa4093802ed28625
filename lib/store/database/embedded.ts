import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import type net from 'node:net'
import path from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import pg from 'pg'
import { formatFileError } from '#lib/util/files.ts'
import { CONNECTION_MS, type Connection } from './connection.ts'
import { EmbeddedStream, type RunningDatabase } from './embedded-stream.ts'
import { StoreError } from './store-errors.ts'

export interface EmbeddedOptions {
  /** Folder of the database; null for a database in memory. */
  readonly folder: string | null
  /** Contents of a new database from dumpDataDir(); without them a first start takes seconds longer. */
  readonly template?: Blob
  /** Runs before each change of the folder; throws when this process must not write there any more. */
  readonly beforeWrite?: () => void
}

/**
 * Opens the embedded PostgreSQL. It has no lock: the caller holds the lock of DATA_DIR. It has one
 * connection, so an open transaction blocks everything else. Throws StoreError when the folder is
 * unusable.
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
    // The driver expects a socket and uses only what the stream has.
    stream: () => new EmbeddedStream(running) as unknown as net.Socket,
  })
  // The pool replaces a connection to a stopped database; the statement that uses it fails.
  pool.on('error', () => {})
  // The pool listens only to idle connections, and an error without listener ends the process.
  pool.on('connect', client => void client.on('error', () => {}))
  return {
    kind: 'embedded',
    place,
    pool,
    revive: async () => {
      // Without a folder its data is lost.
      if (folder !== null) running.database ??= await open(options)
      await pool.query('SELECT 1')
    },
    close: async () => {
      await pool.end()
      await running.database?.close()
    },
  }
}

/** A server has the extension installed; here its files are bundled. A migration creates it. */
const OPTIONS: PGliteOptions = { extensions: { pg_trgm } }

async function open({ folder, template, beforeWrite }: EmbeddedOptions): Promise<PGlite> {
  const first = { ...OPTIONS, ...(template && { loadDataDir: template }) }
  if (folder === null) return PGlite.create(first)
  const optionsIn = (place: string) => ({ ...OPTIONS, fs: new FencedFiles(place, beforeWrite ?? (() => {})) })
  try {
    if (!existsSync(folder)) await createFolder(folder, unfinished => ({ ...first, ...optionsIn(unfinished) }))
    return await PGlite.create(optionsIn(folder))
  } catch (error) {
    const place = path.resolve(folder)
    throw new StoreError(
      formatFileError(error, place) ??
        `The embedded database in ${place} cannot be opened: ${reason(error)}. ${DAMAGED}`,
      {
        cause: error,
      },
    )
  }
}

/**
 * Creates a new database beside its folder: an interrupted start leaves nothing that looks like a
 * database.
 */
async function createFolder(folder: string, optionsIn: (unfinished: string) => PGliteOptions): Promise<void> {
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  const database = await PGlite.create(optionsIn(unfinished))
  for (const setting of SMALL_MEMORY) await database.exec(`ALTER SYSTEM SET ${setting}`)
  await database.close()
  renameSync(unfinished, folder)
}

/** Settings for the next start: one connection to a few megabytes needs little memory. */
const SMALL_MEMORY = ["shared_buffers = '16MB'", "wal_buffers = '1MB'", 'max_connections = 10']

const DAMAGED =
  'It may be damaged, or of another version. Keep the folder, start with an empty one, and restore the last "hap db dump".'

function reason(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? ''
}

/** Operations of Emscripten's file system that change the disk. */
const CHANGES = {
  node_ops: ['setattr', 'mknod', 'rename', 'unlink', 'rmdir', 'symlink'],
  stream_ops: ['setattr', 'write', 'msync'],
} as const

type Operations = Record<string, (...args: readonly unknown[]) => unknown>

/** Error numbers of WASI: an input or output error, and no space left. */
const EIO = 29
const ENOSPC = 51

/**
 * Files of an embedded database that call `beforeWrite` before each change. When it throws, the
 * change fails as on a broken or a full disk and does not reach the folder.
 */
class FencedFiles extends NodeFS {
  readonly #beforeWrite: () => void

  constructor(folder: string, beforeWrite: () => void) {
    super(folder)
    this.#beforeWrite = beforeWrite
  }

  override async init(...args: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const { emscriptenOpts } = await super.init(...args)
    const fence = (mod: PGlite['Module']) => {
      // Untyped; each database has its own.
      const files = mod.FS.filesystems.NODEFS as unknown as Readonly<Record<keyof typeof CHANGES, Operations>>
      for (const [group, names] of [
        ['node_ops', CHANGES.node_ops],
        ['stream_ops', CHANGES.stream_ops],
      ] as const) {
        for (const name of names) this.#fence(files[group], name, number => new mod.FS.ErrnoError(number))
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [fence, ...(emscriptenOpts.preRun ?? [])] } }
  }

  #fence(operations: Operations, name: string, failure: (errorNumber: number) => Error): void {
    const operation = operations[name]
    if (operation === undefined) throw new Error(`The embedded database has no file operation ${name}.`)
    operations[name] = (...args) => {
      try {
        this.#beforeWrite()
      } catch (error) {
        throw failure(error instanceof Error && 'code' in error && error.code === 'ENOSPC' ? ENOSPC : EIO)
      }
      return operation(...args)
    }
  }
}

/**
 * Maintenance that a server runs in the background; the embedded database has no process for it.
 * Same thresholds as a server.
 */
interface DueTable {
  readonly table: string
  /** Many rows were deleted or replaced, and their space is reusable. */
  readonly loose: boolean
}

/**
 * Updates the planner's statistics of an embedded database and reclaims space. Without it a search
 * in a long log reads all of it. Returns the tables it processed. Throws what the database throws.
 */
export async function maintainTables(pool: pg.Pool): Promise<readonly string[]> {
  // Counts the writes of the last second.
  await pool.query('SELECT pg_stat_force_next_flush()')
  const { rows } = await pool.query<DueTable>(`
    SELECT quote_ident(relname) AS table, n_dead_tup > 50 + 0.2 * n_live_tup AS loose
      FROM pg_stat_user_tables
     WHERE n_mod_since_analyze > 50 + 0.1 * n_live_tup OR n_dead_tup > 50 + 0.2 * n_live_tup`)
  if (rows.length === 0) return []
  // The database serves nothing else in the meantime: a sample of 3,000 rows has to do, a tenth of
  // a server's.
  await pool.query('SET default_statistics_target = 10')
  for (const { table, loose } of rows) await pool.query(`${loose ? 'VACUUM (ANALYZE)' : 'ANALYZE'} ${table}`)
  return rows.map(({ table }) => table)
}
