import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { childEnv } from '#lib/env.ts'

/** A `DATA_DIR` whose database has its tables, and nothing in them yet. To make one keeps a core busy for four seconds, and many a test starts a console. */
const EMPTY = path.join('test-results', 'empty-database')

/** Makes it by the command that prepares a database for a console. Throws with what the command says. */
export function makeEmptyDatabase(): void {
  rmSync(EMPTY, { recursive: true, force: true })
  const made = spawnSync(process.execPath, ['bin/hap.mjs', 'db', 'migrate'], {
    env: childEnv({ DATA_DIR: EMPTY, DATABASE_URL: '' }),
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(`No empty database could be made.\n${made.stdout}${made.stderr}`)
}

/** Gives a console that never started the database that its first start would make. */
export function copyEmptyDatabase(dataDir: string): void {
  if (!existsSync(EMPTY)) makeEmptyDatabase()
  cpSync(path.join(EMPTY, 'db'), path.join(dataDir, 'db'), { recursive: true })
}
