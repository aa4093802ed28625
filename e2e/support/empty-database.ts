import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import { childEnv } from '#lib/env.ts'

/**
 * A `DATA_DIR` whose database has all tables and no rows. Creating one takes four seconds of CPU, and many tests
 * start a console.
 */
const EMPTY = path.join('test-results', 'empty-database')

/**
 * Creates the folder with the command that prepares a console's database. Throws with the output of a failed command.
 */
export function makeEmptyDatabase(): void {
  rmSync(EMPTY, { recursive: true, force: true })
  const made = spawnSync(process.execPath, ['bin/hap.mjs', 'db', 'migrate'], {
    env: childEnv({ DATA_DIR: EMPTY, DATABASE_URL: '' }),
    encoding: 'utf8',
  })
  if (made.status !== 0) throw new Error(`No empty database could be made.\n${made.stdout}${made.stderr}`)
}

/** Copies the empty database into the data folder of a console that has not started yet. */
export function copyEmptyDatabase(dataDir: string): void {
  if (!existsSync(EMPTY)) makeEmptyDatabase()
  cpSync(path.join(EMPTY, 'db'), path.join(dataDir, 'db'), { recursive: true })
}
