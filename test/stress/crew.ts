import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import type { FromWorker, Job, Result, ToWorker, WorkerCounts, WorkerSetup } from './messages.ts'

const WORKER = path.join(import.meta.dirname, 'worker.ts')

/** A console in a process of its own. */
export class Worker {
  readonly #child: ChildProcess
  readonly #open = new Map<number, (result: Result) => void>()
  #next = 0
  #isGone = false

  private constructor(child: ChildProcess) {
    this.#child = child
    child.on('message', (message: FromWorker) => {
      if (message.type !== 'result') return
      this.#open.get(message.number)?.(message.result)
      this.#open.delete(message.number)
    })
    child.once('exit', () => {
      this.#isGone = true
      for (const settle of this.#open.values()) settle({ kind: 'busy', words: 'the process ended' })
      this.#open.clear()
    })
  }

  static async start(setup: WorkerSetup): Promise<Worker> {
    const child = fork(WORKER, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
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

  /** Never fails: a process that ends leaves its jobs `busy`. */
  run(job: Job): Promise<Result> {
    if (this.#isGone) return Promise.resolve({ kind: 'busy', words: 'the process ended' })
    return new Promise(resolve => {
      const number = this.#next++
      this.#open.set(number, resolve)
      this.#send({ type: 'job', number, job })
    })
  }

  async counts(): Promise<WorkerCounts> {
    if (this.#isGone) return { conflicts: 0, faults: {}, errors: [] }
    this.#send({ type: 'counts' })
    for (;;) {
      const [message] = (await once(this.#child, 'message')) as [FromWorker]
      if (message.type === 'counts') return message.counts
    }
  }

  /** Resolves when the process has ended, by itself or by force. */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
    if (this.#isGone) return
    const gone = once(this.#child, 'exit')
    this.#child.kill(signal)
    await gone
  }

  #send(message: ToWorker): void {
    this.#child.send(message, () => {})
  }
}
