import { existsSync } from 'node:fs'
import path from 'node:path'
import { lockDirectory } from '#lib/data-dir/data-dir.ts'
import type { Env } from '#lib/env.ts'
import type { Connection } from '#lib/store/database/connection.ts'
import { openEmbedded } from '#lib/store/database/embedded.ts'
import { connectServer, describeServer, probeServer } from '#lib/store/database/server.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import type { Secret } from '#lib/util/secret.ts'
import { consoleOrAlone } from './console-or-alone.ts'

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
 * Opens the database for this process; the embedded one with the lock of DATA_DIR. Throws StoreError when it does not answer or,
 * unless `create`, does not exist, and DirectoryInUseError when another process has the folder.
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

async function openServer(url: Secret<string>): Promise<Opened> {
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
