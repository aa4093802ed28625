// Makes lib/store/generated from prisma/: the client, and the migrations as a module. Plain JavaScript, as it runs after every
// `npm ci` on whatever Node.js there is; without the development dependencies it leaves things as they are.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const schema = path.join(root, 'prisma', 'schema.prisma')
const migrations = path.join(root, 'prisma', 'migrations')
const generated = path.join(root, 'lib', 'store', 'generated')
const stamp = path.join(generated, 'made-from')

if (process.argv[1] === fileURLToPath(import.meta.url)) generate()

/** Generates unless what is there was made from the same files. */
export function generate() {
  const cli = prismaCli()
  if (cli === null) {
    if (!isCurrent()) console.warn('lib/store/generated is not up to date: run "npm ci" with development dependencies.')
    return
  }
  if (isCurrent()) return
  // The generator wants a schema engine that it never runs; without this it would download one.
  // biome-ignore lint/style/noProcessEnv: the environment of the child
  const env = { ...process.env, PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1' }
  const result = spawnSync(process.execPath, [cli, 'generate', '--no-hints'], { cwd: root, env, encoding: 'utf8' })
  if (result.status !== 0)
    throw new Error(`The Prisma client could not be generated.\n${result.stdout}${result.stderr}`)
  writeFileSync(path.join(generated, 'migrations.ts'), migrationsModule())
  writeFileSync(stamp, fingerprint())
}

/** Whether lib/store/generated was made from the present files. */
export function isCurrent() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const file of [
    schema,
    ...migrationFiles().map(({ file }) => file),
    fileURLToPath(import.meta.url),
    lockFile(),
  ]) {
    hash
      .update(path.basename(path.dirname(file)))
      .update('\0')
      .update(readFileSync(file))
      .update('\0')
  }
  return hash.digest('hex')
}

/** Tells the version of Prisma. */
function lockFile() {
  return path.join(root, 'node_modules', '@prisma', 'client', 'package.json')
}

function migrationFiles() {
  mkdirSync(migrations, { recursive: true })
  return readdirSync(migrations, { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(({ name }) => ({ name, file: path.join(migrations, name, 'migration.sql') }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The migrations in the code, so that a bundle finds them and never meets those of another version. */
function migrationsModule() {
  const rows = migrationFiles().map(({ name, file }) => ({ name, sql: readFileSync(file, 'utf8') }))
  const tables = [...readFileSync(schema, 'utf8').matchAll(/^ {2}@@map\("(\w+)"\)/gm)].map(([, table]) => table)
  return [
    '// biome-ignore-all lint: generated',
    `/** SQL of every migration, in order. */\nexport const MIGRATIONS: readonly { readonly name: string; readonly sql: string }[] = ${JSON.stringify(rows, null, 2)}`,
    `/** Every table but Prisma's own; what a row refers to comes first. */\nexport const TABLES: readonly string[] = ${JSON.stringify(tables)}`,
    '',
  ].join('\n')
}

/** Prisma's command line, or null on an installation without development dependencies. */
function prismaCli() {
  try {
    const manifest = createRequire(import.meta.url).resolve('prisma/package.json')
    const { bin } = JSON.parse(readFileSync(manifest, 'utf8'))
    return path.join(path.dirname(manifest), bin.prisma)
  } catch {
    return null
  }
}
