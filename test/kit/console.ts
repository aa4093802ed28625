import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { copyEmptyDatabase } from '../../e2e/support/empty-database.ts'
import { NAMESPACE } from '../../e2e/support/landscape-accounts.ts'
import { type ConsoleServer, startConsole } from '../../scripts/demo/server.ts'
import { freePort } from './free-port.ts'

/** Multiple accounts are off by default, except on the embedded garden that a console starts itself. */
const EXAMPLE = path.join(import.meta.dirname, '../../docs/examples/multi-account.yaml')

interface ConsoleOptions {
  /** Default: a free port. */
  readonly port?: number
  readonly until?: 'ready' | 'sign-in'
  /** Captures the output of the console for `output()`. Default: prints it. */
  readonly capture?: boolean
}

export interface TestConsole extends ConsoleServer {
  /** The output of the console so far, with `capture`. */
  output(): string
}

/**
 * Starts the built console with demo users, on an empty database unless a setting names another. `settings` override those of
 * all tests. Throws with the output of a console that does not start.
 */
export async function startTestConsole(
  settings: Readonly<Record<string, string>>,
  { port, until = 'ready', capture = false }: ConsoleOptions = {},
): Promise<TestConsole> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hap-console-'))
  const dataDir = path.join(folder, 'data')
  if (settings.DATABASE_URL === undefined && settings.DATA_DIR === undefined) copyEmptyDatabase(dataDir)
  const logFile = path.join(folder, 'log')
  const output = () => (capture ? readFileSync(logFile, 'utf8') : '')
  const remove = () => rmSync(folder, { recursive: true, force: true })
  const env = {
    DATA_DIR: dataDir,
    HAP_NAMESPACE: NAMESPACE,
    HAP_DEMO_USERS: 'on',
    HAP_MULTI_ACCOUNT_FILE: EXAMPLE,
    LOG_LEVEL: 'error',
    ...settings,
  }
  try {
    const log = capture ? { log: openSync(logFile, 'w') } : {}
    const server = await startConsole('127.0.0.1', port ?? (await freePort()), env, { ...log, until })
    return { ...server, output, stop: () => server.stop().finally(remove) }
  } catch (error) {
    const printed = output()
    remove()
    throw new Error(`${error instanceof Error ? error.message : error}\n${printed}`)
  }
}
