import { addToEnv, childEnv } from '#lib/env.ts'
import { findPostgres } from '../../test/store/postgres/find-postgres.ts'
import { createDatabase, createTemplate } from '../../test/store/postgres/server-database.ts'
import { startPostgres } from '../../test/store/postgres/start-postgres.ts'

/** Where the consoles of a project keep their data; `server` means the embedded one on a machine without PostgreSQL. */
export type ConsoleDatabase = 'embedded' | 'server'

/** Setting by which the workers find the server that the run started. */
const SERVER_URL = 'HAP_TEST_CONSOLE_DATABASES'

/** Starts a PostgreSQL server for the consoles of this run, where the machine has one. Resolves to a function that stops it. */
export async function startConsoleDatabases(): Promise<() => Promise<void>> {
  if (findPostgres() === null) return async () => {}
  const server = await startPostgres()
  await createTemplate(server.url)
  addToEnv({ [SERVER_URL]: server.url })
  return () => server.stop()
}

/** Settings of a console with a database of its own: with every table and no row. */
export async function databaseSettings(database: ConsoleDatabase): Promise<Readonly<Record<string, string>>> {
  const server = childEnv()[SERVER_URL]
  if (database === 'embedded' || server === undefined) return {}
  return { DATABASE_URL: await createDatabase(server, 'made') }
}
