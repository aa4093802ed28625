import { setTimeout as sleep } from 'node:timers/promises'
import { type ParseArgsConfig, parseArgs } from 'node:util'
import { CONTROL_COMMANDS } from '#lib/control/protocol.ts'
import { env } from '#lib/env.ts'
import { dumpLines } from '#lib/store/database/dump.ts'
import { migrate } from '#lib/store/database/migrate.ts'
import { restoreLines } from '#lib/store/database/restore.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import { type Command, EXIT, type Io, UsageError } from '../command.ts'
import { askDatabase, explained, openAlone } from './lib/database-access.ts'
import { noteRestore, readLines, refuseToOverwrite, writeLines } from './lib/dump-file.ts'

const RETRY_MS = 1_000

const HELP = `
Usage:
  hap db dump [FILE] [--force]
  hap db restore FILE
  hap db migrate [--wait SECONDS]

  dump      writes a consistent copy of the whole database, also of a running console, to FILE or the standard output,
            one line of JSON for each row; an existing FILE is only overwritten with --force
  restore   fills an empty database from a dump, completely or not at all; migrates a dump of an older version, and records
            the restore in the audit log of the database
  migrate   creates or updates the schema for this version, as each console does when it starts; concurrent runs wait for each
            other. Waits up to SECONDS for a database that does not respond (default: 0)

The database is that of DATABASE_URL, or the embedded one in DATA_DIR. A dump fits both: to move from the embedded database to
PostgreSQL, dump, set DATABASE_URL, restore, and start the console again.
`

export const command: Command = {
  help: HELP,
  run: ([name = '', ...args], io) => {
    if (name === 'dump') return dump(parsed(args, { force: { type: 'boolean', default: false } }), io)
    if (name === 'restore') return restore(parsed(args, {}).files, io)
    if (name === 'migrate') return migrateDatabase(parsed(args, { wait: { type: 'string', default: '0' } }), io)
    throw new UsageError(name === '' ? 'dump, restore or migrate is missing' : `there is no "db ${name}"`)
  },
}

interface DumpOptions {
  readonly files: readonly string[]
  readonly values: { readonly force: boolean }
}

async function dump({ files: [file = '-'], values: { force } }: DumpOptions, io: Io): Promise<number> {
  if (file !== '-' && !force) await refuseToOverwrite(file)
  const lines = askDatabase(env(), { command: CONTROL_COMMANDS.dump, args: null, answer: dumpLines })
  return explained(io, async () => {
    if (file === '-') return (await io.outAll(lines)) ? EXIT.ok : EXIT.wrong
    io.err(`${file}: ${(await writeLines(file, lines)).toLocaleString('en')} bytes`)
    return EXIT.ok
  })
}

async function restore([file]: readonly string[], io: Io): Promise<number> {
  if (file === undefined) throw new UsageError('the FILE to restore is missing')
  const dumped = await readLines(file)
  const filled = explained(io, async () => {
    const { connection, close } = await openAlone(env(), { create: true })
    try {
      const note = noteRestore(file)
      const { rows, at, migrated } = await restoreLines(connection, dumped.lines, note)
      io.err(`Restored ${rows.toLocaleString('en')} rows of ${at} into ${connection.place}.`)
      if (migrated.length > 0) io.err(`Applied the migrations ${migrated.join(', ')}.`)
      return EXIT.ok
    } finally {
      await close()
    }
  })
  return filled.finally(() => dumped.close())
}

interface MigrateOptions {
  readonly files: readonly string[]
  readonly values: { readonly wait: string }
}

async function migrateDatabase({ files, values: { wait } }: MigrateOptions, io: Io): Promise<number> {
  if (files.length > 0) throw new UsageError('migrate takes no FILE')
  if (!/^\d{1,5}$/.test(wait)) throw new UsageError('--wait must be a whole number of seconds')
  return explained(io, async () => {
    const { connection, close } = await openWithin(Number(wait) * 1_000, io)
    try {
      const applied = await migrate(connection.pool)
      const said = applied.length === 0 ? 'The schema is up to date' : `Applied the migrations ${applied.join(', ')}`
      io.err(`${said} in ${connection.place}.`)
      return EXIT.ok
    } finally {
      await close()
    }
  })
}

/** The database server may start later than this command. */
async function openWithin(ms: number, io: Io) {
  const end = performance.now() + ms
  for (let reported = false; ; reported = true) {
    try {
      return await openAlone(env(), { create: true })
    } catch (error) {
      if (!(error instanceof StoreError) || performance.now() >= end) throw error
      if (!reported) io.err(`${error.message} Waiting for it.`)
      await sleep(RETRY_MS)
    }
  }
}

function parsed<Options extends NonNullable<ParseArgsConfig['options']>>(args: string[], options: Options) {
  try {
    const { positionals: files, values } = parseArgs({ args, allowPositionals: true, options })
    if (files.length > 1) throw new UsageError(`one FILE is expected, not ${files.length}`)
    return { files, values }
  } catch (error) {
    if (error instanceof TypeError) throw new UsageError(error.message)
    throw error
  }
}
