import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { findPostgres } from './postgres/find-postgres.ts'
import { createTemplate } from './postgres/server-database.ts'
import { type Postgres, startPostgres } from './postgres/start-postgres.ts'
import { writeEmptyDatabase } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly database: 'embedded' | 'postgres'
    /** URL of the server that all tests share; '' without a server. */
    readonly postgresUrl: string
    /** A temporary folder, which the suite removes at its end. */
    readonly folder: string
    /** File with the contents of an empty embedded database; with a server, the first test that reads it writes it. */
    readonly emptyDatabase: string
  }
}

let postgres: Postgres | undefined
let folder: string | undefined

/** One PostgreSQL server for the whole suite, or one empty embedded database without a server. */
export async function setup(project: TestProject): Promise<void> {
  folder = mkdtempSync(path.join(tmpdir(), 'hap-store-'))
  const emptyDatabase = path.join(folder, 'empty.tar')
  if (findPostgres() === null) await writeEmptyDatabase(emptyDatabase)
  else {
    postgres = await startPostgres()
    await createTemplate(postgres.url)
  }
  project.provide('postgresUrl', postgres?.url ?? '')
  project.provide('folder', folder)
  project.provide('emptyDatabase', emptyDatabase)
}

export async function teardown(): Promise<void> {
  await postgres?.stop()
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
}
