import { existsSync } from 'node:fs'
import path from 'node:path'
import { callControl, NoConsoleError } from '#lib/control/call-control.ts'
import { ControlRefusal, findSocketProblem } from '#lib/control/protocol.ts'
import { DirectoryInUseError, lockDirectory } from '#lib/data-dir/data-dir.ts'
import type { Env } from '#lib/env.ts'
import { KubeconfigError } from '#lib/garden/client/kubeconfig.ts'
import { StartError } from '#lib/runtime/start-report.ts'
import { connectFailure } from '#lib/store/database/connect-failure.ts'
import type { Connection } from '#lib/store/database/connection.ts'
import { openEmbedded } from '#lib/store/database/embedded.ts'
import { refuseLentSessions } from '#lib/store/database/pooler.ts'
import { connectServer, describeServer, probeServer } from '#lib/store/database/server.ts'
import { type FailureKind, failureKind, StoreError } from '#lib/store/database/store-errors.ts'
import { formatFileError } from '#lib/util/files.ts'
import type { Secret } from '#lib/util/secret.ts'
import { EXIT, type Io } from '../../command.ts'

type Settings = Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>

const PROBE_MS = 5_000

/** A query that either a running console (`command`, `args`) or this process (`answer`) executes. */
interface Question {
  readonly command: string
  readonly args: unknown
  answer(connection: Connection): AsyncIterable<string>
}

/**
 * Queries the server in DATABASE_URL if set, else the console that runs in DATA_DIR, else the
 * embedded database, which it opens. Throws StoreError or ControlRefusal with messages for the
 * terminal.
 */
export function askDatabase(settings: Settings, question: Question): AsyncIterable<string> {
  const alone = () => askAlone(settings, question)
  return settings.DATABASE_URL === null ? consoleOrAlone(settings.DATA_DIR, { ...question, alone }) : alone()
}

async function* askAlone(settings: Settings, question: Question): AsyncGenerator<string> {
  const opened = await openAlone(settings, { create: false })
  try {
    yield* question.answer(opened.connection)
  } finally {
    await opened.close()
  }
}

interface Opened {
  readonly connection: Connection
  close(): Promise<void>
}

/**
 * Opens the database for this process; the embedded one with the lock of DATA_DIR. Throws StoreError when it is unavailable or, without
 * `create`, does not exist, and DirectoryInUseError when another process holds the folder.
 */
export async function openAlone(
  { DATABASE_URL, DATA_DIR }: Settings,
  { create }: { create: boolean },
): Promise<Opened> {
  if (DATABASE_URL !== null) return openServer(DATABASE_URL)
  const folder = path.join(DATA_DIR, 'db')
  // Taking the lock would create DATA_DIR, which may be a mistyped path.
  if (!create && !existsSync(DATA_DIR)) throw new StoreError(noDatabase(DATA_DIR))
  const lock = await lockDirectory(DATA_DIR)
  try {
    if (!create && !existsSync(folder)) throw new StoreError(noDatabase(DATA_DIR))
    const connection = await openEmbedded({ folder, beforeWrite: () => lock.assertHeld() })
    return {
      connection,
      close: async () => {
        await connection.close()
        lock.release()
      },
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

function noDatabase(dataDir: string): string {
  return `There is no database in ${dataDir}. Set DATA_DIR to the folder of the console, or DATABASE_URL.`
}

/** Commands dump, restore and verify whole tables, and no request waits for them. */
const COMMAND_MS = 600_000

async function openServer(url: Secret<string>): Promise<Opened> {
  const connection = connectServer({ url, connections: 2, statementMs: COMMAND_MS })
  try {
    await probeServer(url, PROBE_MS)
    await refuseLentSessions(connection.pool)
  } catch (error) {
    await connection.close()
    if (error instanceof StoreError) throw error
    const failure = connectFailure(error)
    const message = failure?.isRefusal
      ? `${describeServer(url)} refuses the connection. ${failure.reason}`
      : `${describeServer(url)} does not respond. ${failure === null ? '' : `${failure.reason} `}Check that it runs, that DATABASE_URL is correct and that the network allows the connection.`
    throw new StoreError(message, { cause: error })
  }
  return { connection, close: () => connection.close() }
}

const STARTING = 'The console does not respond yet. It may be starting. Try again in a moment.'

/** A command that a running console executes (`command`, `args`), or this process (`alone`). */
interface Errand {
  readonly command: string
  readonly args: unknown
  alone(): AsyncIterable<string>
}

/**
 * Yields output lines from the console that uses `dataDir`, regardless of its database, or
 * from this process when no console listens. Throws ControlRefusal, or StoreError when a console
 * holds the folder but cannot be reached.
 */
export async function* consoleOrAlone(dataDir: string, { command, args, alone }: Errand): AsyncGenerator<string> {
  try {
    yield* callControl(dataDir, command, args)
    return
  } catch (error) {
    if (!(error instanceof NoConsoleError)) throw error
  }
  try {
    yield* alone()
  } catch (error) {
    if (!(error instanceof DirectoryInUseError)) throw error
    throw new StoreError(`${error.message} ${findSocketProblem(dataDir) ?? STARTING}`)
  }
}

/** Runs a database command. Prints an expected error as a message and returns exit code 1; rethrows any other error. */
export async function explained(io: Io, run: () => Promise<number>): Promise<number> {
  try {
    return await run()
  } catch (error) {
    const words = wordsFor(error)
    if (words === null) throw error
    io.err(words)
    return EXIT.wrong
  }
}

const EXPECTED = [StoreError, ControlRefusal, DirectoryInUseError, KubeconfigError, StartError]

function wordsFor(error: unknown): string | null {
  if (EXPECTED.some(kind => error instanceof kind) && error instanceof Error) return error.message
  const kind = failureKind(error)
  return kind === 'other' ? formatFileError(error) : DATABASE_FAILURES[kind]
}

/** An error of the driver, when a command uses the connection directly. */
const DATABASE_FAILURES: Readonly<Record<Exclude<FailureKind, 'other'>, string>> = {
  unreachable:
    'The database stopped responding. Check that it runs and that the network allows the connection, then run the command again.',
  'read-only':
    'The database accepts no changes: it is read-only. Check that DATABASE_URL points to the primary server, then run the command again.',
  full: 'The database accepts no changes: its disk is full. Free some space there, then run the command again.',
  busy: 'The database is overloaded. Run the command again in a few seconds.',
  conflict: 'The same data was changed concurrently. Run the command again in a moment.',
}
