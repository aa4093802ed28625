import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childEnv } from '#lib/env.ts'
import { ALLOCATOR, KEEP_ALIVE_MS, NODE_FLAGS } from '../node-flags.ts'

const NEXT = path.join('node_modules', 'next', 'dist', 'bin', 'next')
/** A start reads the whole inventory; a slow machine may take this long. */
const READY_MS = 120_000
/** What does not end within this time hangs. */
const STOP_MS = 20_000

export interface ConsoleServer {
  readonly url: string
  readonly process: ChildProcess
  /** Asks it to end and waits until it did. Resolves to its exit code. */
  stop(): Promise<number>
}

/** Throws when something else listens on the port, with the way out. */
export async function requireFreePort(host: string, port: number): Promise<void> {
  const probe = createServer()
  try {
    probe.listen(port, host)
    await once(probe, 'listening')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'EADDRINUSE')
      throw new Error(`Port ${port} is in use. Choose another, for example PORT=${port === 65535 ? 3001 : port + 1}.`)
    if (code === 'EACCES')
      throw new Error(`Port ${port} may not be opened by this user. Choose one above 1023, for example PORT=3000.`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new Error(`HOST ${host} is no address of this machine. Example: HOST=127.0.0.1.`)
    throw error
  } finally {
    probe.close()
  }
}

/** Starts the built console and resolves when its first page answers. Throws when it ends before that, or never gets ready. */
export async function startConsole(
  host: string,
  port: number,
  env: Record<string, string> = {},
): Promise<ConsoleServer> {
  const options = ['-H', host, '-p', String(port), '--keepAliveTimeout', KEEP_ALIVE_MS]
  const child = spawn(process.execPath, [...NODE_FLAGS, NEXT, 'start', ...options], {
    // The runtime closes streams and the embedded garden before it ends; Next.js would not wait for it.
    env: childEnv({
      ...ALLOCATOR,
      NEXT_TELEMETRY_DISABLED: '1',
      NODE_ENV: 'production',
      NEXT_MANUAL_SIG_HANDLE: 'true',
      HOST: host,
      PORT: String(port),
      ...env,
    }),
    // Should this process die, the channel closes and the console ends too.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const url = `http://${host.includes(':') ? `[${host}]` : host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`
  const ended = once(child, 'exit').then(([code]) => Number(code ?? 1))
  const stop = () => {
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), STOP_MS).unref()
    return ended
  }
  const outcome = await Promise.race([ended, whenReady(url)])
  if (typeof outcome === 'number') throw new Error(`The console ended with code ${outcome} before it was ready.`)
  if (!outcome) {
    await stop()
    throw new Error(`The console did not respond within ${READY_MS / 1000} s.`)
  }
  return { url, process: child, stop }
}

async function whenReady(url: string): Promise<boolean> {
  const end = performance.now() + READY_MS
  while (performance.now() < end) {
    if ((await answers(`${url}/readyz`)) && (await answers(`${url}/sign-in`))) return true
    await sleep(100)
  }
  return false
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(5_000) })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}
