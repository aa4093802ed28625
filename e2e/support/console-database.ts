import { addToEnv, childEnv } from '#lib/env.ts'
import { findPostgres } from '../../test/store/postgres/find-postgres.ts'
import { createDatabase, createTemplate } from '../../test/store/postgres/server-database.ts'
import { startPostgres } from '../../test/store/postgres/start-postgres.ts'

/**
 * Database of the consoles of a project. Without PostgreSQL on the machine, `server` falls back to the embedded one.
 */
export type ConsoleDatabase = 'embedded' | 'server'

/** Environment variable that tells the workers the URL of the server of this run. */
const SERVER_URL = 'HAP_TEST_CONSOLE_DATABASES'

/**
 * Starts a PostgreSQL server for the consoles of this run if the machine has PostgreSQL. Resolves to a function that
 * stops it.
 */
export async function startConsoleDatabases(): Promise<() => Promise<void>> {
  if (findPostgres() === null) return async () => {}
  const server = await startPostgres()
  await createTemplate(server.url)
  addToEnv({ [SERVER_URL]: server.url })
  return () => server.stop()
}

/** Settings of a console with an empty database of its own, in which all tables exist. */
export async function databaseSettings(database: ConsoleDatabase): Promise<Readonly<Record<string, string>>> {
  const server = childEnv()[SERVER_URL]
  if (database === 'embedded' || server === undefined) return {}
  return { DATABASE_URL: await createDatabase(server, 'made') }
}
