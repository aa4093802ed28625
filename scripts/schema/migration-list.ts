import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { MigrationList } from '@prisma/schema-engine-wasm'

export const FOLDER = path.join('prisma', 'migrations')
export const SCHEMA = path.join('prisma', 'schema.prisma')
export const LOCK_FILE = path.join(FOLDER, 'migration_lock.toml')

/** The migrations in prisma/migrations, in the format of the schema engine. */
export function migrationList(): MigrationList {
  const names = existsSync(FOLDER)
    ? readdirSync(FOLDER, { withFileTypes: true })
        .filter(entry => entry.isDirectory())
        .map(({ name }) => name)
        .sort()
    : []
  return {
    baseDir: FOLDER,
    shadowDbInitScript: '',
    lockfile: {
      path: 'migration_lock.toml',
      content: existsSync(LOCK_FILE) ? readFileSync(LOCK_FILE, 'utf8') : null,
    },
    migrationDirectories: names.map(name => ({
      path: name,
      migrationFile: {
        path: 'migration.sql',
        content: { tag: 'ok', value: readFileSync(path.join(FOLDER, name, 'migration.sql'), 'utf8') },
      },
    })),
  }
}
