import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { childEnv } from '#lib/env.ts'
import { probeServer } from '#lib/store/database/server.ts'
import { Secret } from '#lib/util/secret.ts'
import { freePort } from '../kit/free-port.ts'
import { waitUntil } from '../kit/wait.ts'

const PROGRAM = (childEnv().PATH ?? '')
  .split(path.delimiter)
  .map(folder => path.join(folder, 'pgbouncer'))
  .find(file => existsSync(file))

/** Debian's package may be unpacked beside its libraries. */
function environment(program: string) {
  return childEnv({ LD_LIBRARY_PATH: globSync(path.resolve(program, '../../lib/*-linux-gnu')).join(':') })
}

/** Whether PgBouncer is on the PATH and runs. */
export const hasPgBouncer =
  PROGRAM !== undefined && spawnSync(PROGRAM, ['--version'], { env: environment(PROGRAM) }).status === 0

/** Starts PgBouncer before the server of a URL. Returns the URL through it. */
export async function startPgBouncer(
  server: string,
  mode: 'session' | 'transaction',
): Promise<{ readonly url: string; stop(): Promise<void> }> {
  if (PROGRAM === undefined) throw new Error('PgBouncer is not installed. Install the package pgbouncer.')
  const url = new URL(server)
  const folder = mkdtempSync(path.join(tmpdir(), 'hap-pgbouncer-'))
  const port = await freePort()
  const users = path.join(folder, 'users')
  const config = path.join(folder, 'pgbouncer.ini')
  writeFileSync(users, `"${url.username}" ""\n`)
  writeFileSync(
    config,
    `[databases]
* = host=${url.hostname} port=${url.port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = 10
ignore_startup_parameters = extra_float_digits
`,
  )
  const child = spawn(PROGRAM, [config], { env: environment(PROGRAM), stdio: 'ignore', ...owner(folder) })
  const ended = once(child, 'exit')
  url.port = String(port)
  await waitUntil(async () => {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with code ${child.exitCode} before it was ready.`)
    return probeServer(new Secret(url.href), 2_000).then(
      () => true,
      () => false,
    )
  })
  return {
    url: url.href,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PgBouncer refuses to run as root. */
function owner(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  chownSync(folder, 65534, 65534)
  chmodSync(folder, 0o755)
  return { uid: 65534, gid: 65534 }
}
