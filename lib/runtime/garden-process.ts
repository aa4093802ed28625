import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Persona } from '#embedded-garden/auth/garden-users.ts'
import { kubeconfigFile } from '#embedded-garden/persistence.ts'

export interface StartOptions {
  readonly dataDir: string
  readonly size: 'empty' | 'small' | 'demo' | 'large'
  readonly seed: number
  /** Default: the port of the last start, or any free one. */
  readonly port?: number
  readonly throttle?: boolean
  readonly faults?: boolean
  /** Time between the steps in which a shoot is created, changed and deleted. */
  readonly shootStepMs?: number
  /** File with the administrator kubeconfig of every shoot; default: each shoot has its own. */
  readonly shootKubeconfig?: string
  /** Root of the project; default: the working directory. */
  readonly root?: string
  /** Time to wait for a sign of life during the start. */
  readonly silenceMs?: number
  /** Receives the error output of the running garden by line; default: the error output of this process. */
  readonly onErrorLine?: (line: string) => void
}

/** An embedded garden in a child process. */
export interface GardenProcess {
  readonly url: string
  readonly pid: number
  /** Path of a kubeconfig that holds a token of the persona. */
  kubeconfigFile(as: Persona): string
  /** Calls `listener` when the process ends; `expected`: stop() was called. */
  onExit(listener: (exit: { code: number | null; expected: boolean }) => void): void
  stop(): Promise<void>
}

/** The garden did not start; `message` quotes the error output of the process. */
export class GardenStartError extends Error {
  override readonly name = 'GardenStartError'
}

/** A message of the child: regular signs of life while it starts, then its address. */
export type GardenMessage = { readonly starting: true } | { readonly ready: true; readonly url: string }

/** A start may be slow on a busy machine; without a sign of life for this time it counts as hanging. */
const SILENCE_MS = 60_000
const STOP_MS = 5_000

/** Starts `hap garden serve` as a child that ends with this process. Throws GardenStartError. */
export async function startGarden(options: StartOptions): Promise<GardenProcess> {
  const child = launch(options)
  const url = await ready(child, options.silenceMs ?? SILENCE_MS)
  const { onErrorLine = (line: string) => void process.stderr.write(`${line}\n`) } = options
  if (child.stderr) createInterface(child.stderr).on('line', onErrorLine)
  let stopping = false
  return {
    url,
    pid: child.pid ?? 0,
    kubeconfigFile: as => kubeconfigFile(options.dataDir, as),
    onExit: listener => void child.once('exit', code => listener({ code, expected: stopping })),
    stop: () => {
      stopping = true
      return stop(child)
    },
  }
}

function launch(options: StartOptions): ChildProcess {
  const root = options.root ?? process.cwd()
  const args = [path.join('bin', 'hap.mjs'), 'garden', 'serve', '--data', path.resolve(options.dataDir)]
  args.push('--size', options.size, '--seed', String(options.seed))
  if (options.port !== undefined) args.push('--port', String(options.port))
  if (options.throttle === false) args.push('--no-throttle')
  if (options.faults) args.push('--faults')
  if (options.shootStepMs !== undefined) args.push('--shoot-step', String(options.shootStepMs))
  if (options.shootKubeconfig !== undefined) args.push('--shoot-kubeconfig', path.resolve(options.shootKubeconfig))
  // The fourth channel carries the messages. It closes when this process dies, which ends the garden.
  return spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'ignore', 'pipe', 'ipc'] })
}

function ready(child: ChildProcess, silenceMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const errorOutput: string[] = []
    child.stderr?.on('data', (text: Buffer) => errorOutput.push(text.toString()))
    const fail = (why: string) => {
      clearTimeout(timer)
      child.kill('SIGKILL')
      reject(new GardenStartError(`The embedded garden did not start: ${errorOutput.join('').trim() || why}`))
    }
    const timer = setTimeout(() => fail(`no sign of life for ${silenceMs / 1000} s`), silenceMs)
    child.once('error', error => fail(error.message))
    child.once('exit', code => fail(`it ended with code ${code}`))
    child.on('message', (message: GardenMessage) => {
      if (!('ready' in message)) {
        timer.refresh()
        return
      }
      clearTimeout(timer)
      for (const event of ['exit', 'error', 'message']) child.removeAllListeners(event)
      child.stderr?.removeAllListeners('data')
      resolve(message.url)
    })
  })
}

function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise(resolve => {
    const timer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
    child.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    child.kill('SIGTERM')
  })
}
