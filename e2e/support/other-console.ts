import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { childEnv } from '#lib/env.ts'
import { KEEP_ALIVE_MS } from '../../scripts/node-flags.ts'
import { copyEmptyDatabase } from './empty-database.ts'
import { freePort } from './free-port.ts'
import { NAMESPACE } from './landscape-accounts.ts'

interface OtherConsole {
  readonly url: string
  /** Its kubeconfig, which may be written anew while it runs. */
  readonly kubeconfigFile: string
  /** What it wrote, by its level of logging. */
  written(): string
  stop(): Promise<void>
}

const NEXT = path.join('node_modules', 'next', 'dist', 'bin', 'next')

/** A second console, already built, on another kubeconfig or database; resolves when it shows its sign-in, whatever it can read. */
export async function startOtherConsole(
  kubeconfig: string,
  settings: Readonly<Record<string, string>> = {},
  givenPort: number | null = null,
): Promise<OtherConsole> {
  const folder = mkdtempSync(path.join(tmpdir(), 'hap-other-'))
  const file = path.join(folder, 'kubeconfig')
  writeFileSync(file, kubeconfig)
  const dataDir = path.join(folder, 'data')
  if (settings.DATABASE_URL === undefined && settings.DATA_DIR === undefined) copyEmptyDatabase(dataDir)
  const port = givenPort ?? (await freePort())
  const options = ['-H', '127.0.0.1', '-p', String(port), '--keepAliveTimeout', KEEP_ALIVE_MS]
  const child = spawn(process.execPath, [NEXT, 'start', ...options], {
    env: childEnv({
      NODE_ENV: 'production',
      NEXT_MANUAL_SIG_HANDLE: 'true',
      KUBECONFIG: file,
      DATA_DIR: dataDir,
      HAP_NAMESPACE: NAMESPACE,
      PORT: String(port),
      HAP_DEMO_USERS: 'on',
      LOG_LEVEL: 'silent',
      ...settings,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const written: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => written.push(text))
  const url = `http://127.0.0.1:${port}`
  while (!(await answers(`${url}/sign-in`))) {
    if (child.exitCode !== null) throw new Error(`The console ended with code ${child.exitCode}.`)
    await delay(100)
  }
  return {
    url,
    kubeconfigFile: file,
    written: () => written.join(''),
    async stop() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}
