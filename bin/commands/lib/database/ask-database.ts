import { existsSync } from 'node:fs'
import path from 'node:path'
import { callControl, NobodyListensError } from '#lib/control/call-control.ts'
import { DirectoryInUseError, lockDirectory } from '#lib/data-dir.ts'
import type { Env } from '#lib/env.ts'
import type { Connection } from '#lib/store/database/connection.ts'
import { openEmbedded } from '#lib/store/database/embedded.ts'
import { connectServer, describeServer, probeServer } from '#lib/store/database/server.ts'
import { StoreError } from '#lib/store/failure/store-errors.ts'

type Settings = Pick<Env, 'DATABASE_URL' | 'DATA_DIR'>

const PROBE_MS = 5_000

/** One question to the database, as a running console answers it, and as it is answered without one. */
interface Question {
  readonly command: string
  readonly args: unknown
  answer(connection: Connection): AsyncIterable<string>
}

/**
 * Asks the database: a server directly, the embedded one through the console that has it open, or by opening it. Throws
 * StoreError or ControlRefusal with words for the terminal.
 */
export async function* askDatabase(settings: Settings, question: Question): AsyncGenerator<string> {
  let opened: Opened
  try {
    opened = await openAlone(settings, { create: false })
  } catch (error) {
    if (!(error instanceof DirectoryInUseError)) throw error
    yield* askConsole(settings.DATA_DIR, question, error)
    return
  }
  try {
    yield* question.answer(opened.connection)
  } finally {
    await opened.close()
  }
}

async function* askConsole(dataDir: string, { command, args }: Question, inUse: Error): AsyncGenerator<string> {
  try {
    yield* callControl(dataDir, command, args)
  } catch (error) {
    if (!(error instanceof NobodyListensError)) throw error
    throw new StoreError(`${inUse.message} It answers no questions: it may be starting. Try again in a moment.`)
  }
}

interface Opened {
  readonly connection: Connection
  close(): Promise<void>
}

/**
 * Opens the database for this process; the embedded one with the lock of DATA_DIR. Throws StoreError when it does not answer or,
 * unless `create`, does not exist, and DirectoryInUseError when another process has the folder.
 */
export async function openAlone(
  { DATABASE_URL, DATA_DIR }: Settings,
  { create }: { create: boolean },
): Promise<Opened> {
  if (DATABASE_URL !== null) return openServer(DATABASE_URL)
  const folder = path.join(DATA_DIR, 'db')
  if (!create && !existsSync(folder))
    throw new StoreError(
      `There is no database in ${DATA_DIR}. Set DATA_DIR to the folder of the console, or DATABASE_URL.`,
    )
  const lock = lockDirectory(DATA_DIR)
  try {
    const connection = await openEmbedded({ folder })
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

async function openServer(url: string): Promise<Opened> {
  try {
    await probeServer(url, PROBE_MS)
  } catch (error) {
    throw new StoreError(
      `${describeServer(url)} does not answer. Check that it runs, that DATABASE_URL is right and that the network lets it through.`,
      { cause: error },
    )
  }
  const connection = connectServer({ url, connections: 2 })
  return { connection, close: () => connection.close() }
}
