// Generates lib/store/generated from prisma/: the client, and the migrations as a module. Plain JavaScript, because it runs after
// every `npm ci` on any Node.js. Without the development dependencies it changes nothing.
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

if (process.argv[1] === fileURLToPath(import.meta.url)) await generate()

/** Generates unless the present output is from the same files. */
export async function generate() {
  const prisma = loadPrisma()
  if (prisma === null) {
    if (!isCurrent()) console.warn('lib/store/generated is not up to date: run "npm ci" with development dependencies.')
    return
  }
  if (isCurrent()) return
  const { getGenerators, loadSchemaContext, PrismaClientTsGenerator } = prisma
  const generators = await getGenerators({
    schemaContext: await loadSchemaContext({
      schemaPath: { cliProvidedPath: schema },
      cwd: root,
      printLoadMessage: false,
    }),
    registry: { 'prisma-client': { type: 'in-process', generator: new PrismaClientTsGenerator() } },
    version: prisma.version,
    skipDownload: true,
    cliCommand: 'generate',
  })
  for (const generator of generators) {
    await generator.generate()
    generator.stop()
  }
  writeFileSync(path.join(generated, 'migrations.ts'), migrationsModule())
  writeFileSync(stamp, fingerprint())
}

/** Whether lib/store/generated is up to date. */
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

/** Prints the version of Prisma. */
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

/** The migrations as code, so that a bundle contains those of its version. */
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

/**
 * Loads the generator of Prisma's command line without the command line, whose studio and local server take 150 MB. Null in an
 * installation without development dependencies.
 */
function loadPrisma() {
  const require = createRequire(import.meta.url)
  try {
    const { getGenerators, loadSchemaContext } = require('@prisma/internals')
    const { PrismaClientTsGenerator } = require('@prisma/client-generator-ts')
    const { version } = require('@prisma/client/package.json')
    return { getGenerators, loadSchemaContext, PrismaClientTsGenerator, version }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND') return null
    throw error
  }
}
