import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startTestConsole, type TestConsole } from '../../test/kit/console.ts'
import { type ConsoleDatabase, databaseSettings } from './console-database.ts'

export interface OtherConsole extends TestConsole {
  /** Kubeconfig of the console, which a test may replace at run time. */
  readonly kubeconfigFile: string
}

interface OtherConsoleOptions {
  /** Default: a free port. */
  readonly port?: number
  /**
   * Used unless a setting names a database. Default: a server, since most of the CPU of a start on PGlite compiles
   * it.
   */
  readonly database?: ConsoleDatabase
}

/**
 * Starts a second console on another kubeconfig or database. Resolves once the sign-in page responds, even without
 * access to Gardener.
 */
export async function startOtherConsole(
  kubeconfig: string,
  settings: Readonly<Record<string, string>> = {},
  { port, database = 'server' }: OtherConsoleOptions = {},
): Promise<OtherConsole> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hap-kubeconfig-'))
  const kubeconfigFile = path.join(folder, 'kubeconfig')
  writeFileSync(kubeconfigFile, kubeconfig)
  const started = await startTestConsole(
    { KUBECONFIG: kubeconfigFile, LOG_LEVEL: 'silent', ...(await databaseSettings(database)), ...settings },
    { ...(port !== undefined && { port }), until: 'sign-in', capture: true },
  )
  const stop = () => started.stop().finally(() => rmSync(folder, { recursive: true, force: true }))
  return { ...started, kubeconfigFile, stop }
}
