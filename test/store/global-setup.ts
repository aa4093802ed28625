import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '#lib/store/database/migrate.ts'
import { findPostgres } from './postgres/find-postgres.ts'
import { type Postgres, startPostgres } from './postgres/start-postgres.ts'
import { TEMPLATE, writeEmptyDatabase } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    readonly database: 'embedded' | 'postgres'
    /** URL of the server all tests share; '' where the machine has none. */
    readonly postgresUrl: string
    /** A temporary folder, which the suite removes at its end. */
    readonly folder: string
    /** File with the contents of an empty embedded database; where there is a server, the first test that reads it writes it. */
    readonly emptyDatabase: string
  }
}

let postgres: Postgres | undefined
let folder: string | undefined

/** One PostgreSQL server for the whole suite, or one empty embedded database where the machine has no server. */
export async function setup(project: TestProject): Promise<void> {
  folder = mkdtempSync(path.join(tmpdir(), 'hap-store-'))
  const emptyDatabase = path.join(folder, 'empty.tar')
  if (findPostgres() === null) await writeEmptyDatabase(emptyDatabase)
  else {
    postgres = await startPostgres()
    await makeTemplate(postgres.url)
  }
  project.provide('postgresUrl', postgres?.url ?? '')
  project.provide('folder', folder)
  project.provide('emptyDatabase', emptyDatabase)
}

export async function teardown(): Promise<void> {
  await postgres?.stop()
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
}

/** Others are copies of it. Nobody may be connected to it then. */
async function makeTemplate(server: string): Promise<void> {
  const own = new pg.Pool({ connectionString: server, max: 1 })
  await own.query(`CREATE DATABASE ${TEMPLATE}`)
  await own.end()
  const url = new URL(server)
  url.pathname = `/${TEMPLATE}`
  const pool = new pg.Pool({ connectionString: url.href, max: 1 })
  try {
    await migrate(pool)
  } finally {
    await pool.end()
  }
}
