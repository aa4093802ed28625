import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childEnv } from '#lib/env.ts'
import { ALLOCATOR, NODE_FLAGS } from '../../scripts/node-flags.ts'
import type { SimulatedProvider } from '../operators/simulated-provider.ts'
import type { Findings } from './report.ts'

interface Memory {
  readonly peakBytes: number
  readonly heapBytes: number
}

/** A console with the operators as a separate process, without pages. */
export interface ConsoleProcess {
  /** Records the peak of resident memory, which has a bound, and of the observed heap, in megabytes. */
  judgeMemory(found: Findings, mostMb?: number): void
  stop(): Promise<void>
}

/** Bound for any amount: about 270 MB at the start, and some reserve. */
const MOST_MB = 400
const LOOK_MS = 250
/** Timeout of the shutdown. */
const STOP_MS = 30_000

/**
 * Starts it with these settings and a simulated provider, and resolves once it is ready. Throws when it ends before
 * that.
 */
export async function startConsoleProcess(
  settings: Readonly<Record<string, string>>,
  played: SimulatedProvider | null,
): Promise<ConsoleProcess> {
  const program = path.join(import.meta.dirname, '..', 'operators', 'operators-child.ts')
  // Logs go to stderr, figures to stdout.
  const stdio = ['ignore', 2, 2, 'ipc'] as const
  const env = childEnv({ ...ALLOCATOR, LOG_LEVEL: 'error' })
  const child = fork(program, [JSON.stringify(settings), JSON.stringify(played)], {
    env,
    execArgv: [...NODE_FLAGS],
    stdio: [...stdio],
  })
  const exit = once(child, 'exit')
  const ready = once(child, 'message')
  if ((await Promise.race([ready.then(() => true), exit.then(() => false)])) === false)
    throw new Error('The console ended before it was ready.')
  let [peak, heap] = [0, 0]
  child.on('message', ({ peakBytes, heapBytes }: Memory) => {
    peak = Math.max(peak, peakBytes)
    heap = Math.max(heap, heapBytes)
  })
  const looks = setInterval(() => void child.send('memory', () => {}), LOOK_MS)
  let ending = false
  void exit.then(([code]) => {
    clearInterval(looks)
    if (!ending) console.error(`The console ended by itself with code ${code}.`)
  })
  return {
    judgeMemory(found, mostMb = MOST_MB) {
      found.atMost('peakMb', Math.round(peak / 1e6), mostMb)
      found.figures.heapMb = Math.round(heap / 1e6)
    },
    async stop() {
      ending = true
      child.kill('SIGTERM')
      await Promise.race([exit, sleep(STOP_MS, undefined, { ref: false })])
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
    },
  }
}
