import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childEnv } from '#lib/env.ts'
import { isStartStep } from '#lib/runtime/start-report.ts'
import { ALLOCATOR, KEEP_ALIVE_MS, NODE_FLAGS } from '../node-flags.ts'

const NEXT = path.join('node_modules', 'next', 'dist', 'bin', 'next')
/** A start without progress for this time hangs. Its total duration depends on the machine. */
const STALLED_MS = 240_000
const POLL_MS = 100
/** Includes the compilation of the first page at its first request. */
const ANSWER_MS = 30_000
/** A process that does not end within this time hangs. */
const STOP_MS = 20_000

export interface ConsoleServer {
  readonly url: string
  readonly process: ChildProcess
  /** Ends the process and waits for it. Resolves to its exit code. */
  stop(): Promise<number>
}

interface StartOptions {
  /** File descriptor for the output of the console; default: its log goes to the stderr of this process. */
  readonly log?: number
  readonly onStep?: (step: string) => void
  /** `sign-in` for a console without reachable sources, which is never ready but allows sign-in. Default: `ready`. */
  readonly until?: 'ready' | 'sign-in'
  /** Stops the console, even during its start. */
  readonly signal?: AbortSignal
}

/** Throws when the port is in use; the message suggests another one. */
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

/**
 * Starts the built console and resolves when its first page is available. Throws when its process ends before that, or when its
 * start makes no more progress.
 */
export async function startConsole(
  host: string,
  port: number,
  env: Record<string, string> = {},
  { log, onStep, until = 'ready', signal }: StartOptions = {},
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
    // If this process dies, the channel closes and the console ends, too.
    stdio: ['ignore', log ?? 'ignore', log ?? 'inherit', 'ipc'],
  })
  const url = `http://${host.includes(':') ? `[${host}]` : host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`
  const ended = once(child, 'exit').then(([code]) => Number(code ?? 1))
  const stop = () => {
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), STOP_MS).unref()
    return ended
  }
  signal?.addEventListener('abort', () => void stop())
  const failure = await Promise.race([
    ended.then(code => `The console ended with code ${code} before it was ready.`),
    waitUntilReady(child, until === 'ready' ? [`${url}/readyz`, `${url}/sign-in`] : [`${url}/sign-in`], onStep),
  ])
  if (failure === null) return { url, process: child, stop }
  await stop()
  throw new Error(failure)
}

/** Resolves to null when these addresses are available, or to the reason why they will not be. */
async function waitUntilReady(
  child: ChildProcess,
  addresses: readonly string[],
  onStep: (step: string) => void = () => {},
): Promise<string | null> {
  let step = 'starting'
  let reportedAt = performance.now()
  const enter = (next: string) => {
    if (next === step) return
    step = next
    reportedAt = performance.now()
    onStep(step)
  }
  child.on('message', message => {
    if (isStartStep(message)) enter(message.step)
  })
  while (child.exitCode === null && child.signalCode === null) {
    if (await answerAll(addresses)) return null
    if (performance.now() - reportedAt > STALLED_MS)
      return `The console makes no progress: ${step} for ${STALLED_MS / 1000} s.`
    await sleep(POLL_MS)
  }
  return 'The console ended before it was ready.'
}

async function answerAll(addresses: readonly string[]): Promise<boolean> {
  for (const address of addresses) if (!(await answers(address))) return false
  return true
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) })
    await response.arrayBuffer()
    return response.ok
  } catch {
    return false
  }
}
