import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childEnv } from '#lib/env.ts'
import { probeServer } from '#lib/store/database/server.ts'
import { Secret } from '#lib/util/secret.ts'
import { freePort } from '../../kit/free-port.ts'
import { findPostgres, librariesOf } from './find-postgres.ts'

export interface Postgres {
  /** URL of the database `postgres`, whose user may create others. */
  readonly url: string
  readonly port: number
  /** Ends the server immediately, like a crash. */
  kill(): Promise<void>
  /** Starts it again on the same port after kill(). */
  restart(): Promise<void>
  stop(): Promise<void>
}

interface PostgresOptions {
  /** Settings in addition to those for tests, such as `max_connections=50`. */
  readonly settings?: readonly string[]
}

/** Data does not have to survive a power failure; the time zone is far from UTC, in a form without zone data. */
const SETTINGS = ['fsync=off', 'full_page_writes=off', 'max_connections=200', 'timezone=<+0530>-05:30', 'jit=off']
const READY_MS = 60_000

/**
 * A PostgreSQL server on a free port of loopback, with its data in a temporary folder. Throws if there is none to
 * start.
 */
export async function startPostgres({ settings = [] }: PostgresOptions = {}): Promise<Postgres> {
  const bin = findPostgres()
  if (bin === null)
    throw new Error('No PostgreSQL server on this machine. Install the package postgresql and repeat the command.')
  const folder = mkdtempSync(path.join(tmpdir(), 'hap-postgres-'))
  const owner = serverUser(folder)
  const libraries = librariesOf(bin)
  const env = childEnv({ LC_ALL: 'C', ...(libraries !== null && { LD_LIBRARY_PATH: libraries }) })
  const options = { env, ...owner }
  const data = path.join(folder, 'data')
  const initdb = spawnSync(path.join(bin, 'initdb'), ['-D', data, '-U', 'hap', '-A', 'trust', '-E', 'UTF8', '-N'], {
    ...options,
    encoding: 'utf8',
  })
  if (initdb.status !== 0) throw new Error(`initdb failed.\n${initdb.stdout}${initdb.stderr}`)
  const port = await freePort()
  const url = `postgresql://hap@127.0.0.1:${port}/postgres`
  const flags = [...SETTINGS, ...settings, `unix_socket_directories=${folder}`].flatMap(setting => ['-c', setting])
  const args = ['-D', data, '-h', '127.0.0.1', '-p', String(port), ...flags]

  let server: ChildProcess
  const start = async () => {
    server = spawn(path.join(bin, 'postgres'), args, { ...options, stdio: 'ignore' })
    await ready(server, url)
  }
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const gone = once(server, 'exit')
    server.kill(signal)
    await gone
  }
  // An interrupted test run leaves no server running.
  const orphaned = () => server.kill('SIGQUIT')
  process.once('exit', orphaned)
  await start()
  return {
    url,
    port,
    kill: () => end('SIGQUIT'),
    restart: start,
    stop: async () => {
      process.off('exit', orphaned)
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** initdb and postgres refuse to run as root: they run as an unprivileged user, who owns the folder. */
function serverUser(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const [uid, gid] = [65534, 65534]
  chownSync(folder, uid, gid)
  chmodSync(folder, 0o700)
  return { uid, gid }
}

async function ready(server: ChildProcess, url: string): Promise<void> {
  const end = performance.now() + READY_MS
  while (performance.now() < end) {
    if (server.exitCode !== null) throw new Error(`PostgreSQL ended with code ${server.exitCode} before it was ready.`)
    try {
      await probeServer(new Secret(url), 2_000)
      return
    } catch {
      await sleep(50)
    }
  }
  throw new Error(`PostgreSQL was not ready within ${READY_MS / 1000} s.`)
}
