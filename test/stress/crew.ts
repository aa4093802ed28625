import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FromWorker, Job, Result, ToWorker, WorkerCounts, WorkerSetup } from './messages.ts'
import { workerBundle } from './worker-bundle.ts'

const NO_COUNTS: WorkerCounts = { conflicts: 0, faults: {}, errors: [], writes: [] }

/** A console in its own process. */
export class Worker {
  readonly #child: ChildProcess
  readonly #open = new Map<number, { readonly job: Job; readonly settle: (result: Result) => void }>()
  readonly #counting: ((counts: WorkerCounts) => void)[] = []
  /** Resolves when the process has ended. */
  readonly gone: Promise<void>
  #next = 0
  #isGone = false
  #left: readonly Job[] = []

  private constructor(child: ChildProcess) {
    this.#child = child
    child.on('message', (message: FromWorker) => {
      if (message.type === 'counts') this.#counting.shift()?.(message.counts)
      if (message.type !== 'result') return
      this.#open.get(message.number)?.settle(message.result)
      this.#open.delete(message.number)
    })
    this.gone = once(child, 'exit').then(() => {
      this.#isGone = true
      const open = [...this.#open.values()]
      this.#left = open.map(({ job }) => job)
      for (const { settle } of open) settle({ kind: 'busy', words: 'the process ended' })
      this.#open.clear()
      for (const settle of this.#counting.splice(0)) settle(NO_COUNTS)
    })
  }

  static async start(setup: WorkerSetup): Promise<Worker> {
    const child = fork(await workerBundle(), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    const worker = new Worker(child)
    worker.#send({ type: 'setup', setup })
    await new Promise<void>((resolve, reject) => {
      child.on('message', (message: FromWorker) => {
        if (message.type === 'ready') resolve()
      })
      child.once('exit', code => reject(new Error(`A worker ended with ${code} before it was ready.`)))
    })
    return worker
  }

  get isGone(): boolean {
    return this.#isGone
  }

  /** Jobs in progress when the process ended. */
  get left(): readonly Job[] {
    return this.#left
  }

  /** Never rejects: a process that ends leaves its jobs `busy`. */
  run(job: Job): Promise<Result> {
    if (this.#isGone) return Promise.resolve({ kind: 'busy', words: 'the process ended' })
    return new Promise(resolve => {
      const number = this.#next++
      this.#open.set(number, { job, settle: resolve })
      this.#send({ type: 'job', number, job })
    })
  }

  /** All zero for an ended process. */
  counts(): Promise<WorkerCounts> {
    if (this.#isGone) return Promise.resolve(NO_COUNTS)
    return new Promise(resolve => {
      this.#counting.push(resolve)
      this.#send({ type: 'counts' })
    })
  }

  /** Whether the process ends by itself in time; otherwise kills it. */
  async diesWithin(ms: number): Promise<boolean> {
    await Promise.race([this.gone, sleep(ms, undefined, { ref: false })])
    if (this.#isGone) return true
    await this.end('SIGKILL')
    return false
  }

  /** Resolves when the process has ended, by itself or killed. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.#isGone) return
    this.#child.kill(signal)
    await this.gone
  }

  #send(message: ToWorker): void {
    this.#child.send(message, () => {})
  }
}
