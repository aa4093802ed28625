import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils'
import type { DiffParams, DiffResult } from '@prisma/schema-engine-wasm'
import { PrismaPGlite } from 'pglite-prisma-adapter'

type EngineModule = Pick<typeof import('@prisma/schema-engine-wasm'), 'SchemaEngine'> & {
  __wbg_set_wasm(exports: WebAssembly.Exports): void
}

/**
 * Compares schemas with Prisma's schema engine as WebAssembly, on a scratch database in memory, because the engine of Prisma's
 * command line is a downloaded binary. Throws the database's error for a migration that cannot be applied.
 */
export async function diffSchema(schema: string, params: DiffParams): Promise<DiffResult> {
  const { SchemaEngine } = await loadEngine()
  const database = bindMigrationAwareSqlAdapterFactory(scratchDatabase())
  const engine = await SchemaEngine.new({ datamodels: [['prisma/schema.prisma', schema]] }, () => {}, database)
  try {
    return await engine.diff(params)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const id = /External error id#(\d+)/.exec(error.message)?.[1]
    const cause = id === undefined ? undefined : database.errorRegistry.consumeError(Number(id))?.error
    throw cause instanceof Error ? new Error(`${error.message.split('\n')[0]}${cause.message}`, { cause }) : error
  }
}

/** Loads the WebAssembly itself: the package's entry imports it as a module, which not every Node.js supports. */
async function loadEngine(): Promise<EngineModule> {
  const folder = path.dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'))
  const engine: EngineModule = await import(path.join(folder, 'schema_engine_bg.js'))
  const { instance } = await WebAssembly.instantiate(readFileSync(path.join(folder, 'schema_engine_bg.wasm')), {
    './schema_engine_bg.js': engine as unknown as WebAssembly.ModuleImports,
  })
  engine.__wbg_set_wasm(instance.exports)
  const start = instance.exports.__wbindgen_start
  if (typeof start === 'function') start()
  return engine
}

/** One database for both uses: comparing migrations with the schema needs the shadow only. */
function scratchDatabase(): SqlMigrationAwareDriverAdapterFactory {
  const database = PGlite.create({ extensions: { pg_trgm } })
  const connect = async () => adapterOf(await database)
  return { provider: 'postgres', adapterName: 'pglite', connect, connectToShadowDb: connect }
}

/** Waits for scripts, which the adapter does not: invalid SQL in a migration would end the process instead of being reported. */
async function adapterOf(database: PGlite): Promise<SqlDriverAdapter> {
  const adapter = await new PrismaPGlite(database).connect()
  adapter.executeScript = async script => {
    await database.exec(script)
  }
  return adapter
}
