import type { JobLease } from '#lib/store/jobs/lease.ts'
import { takeJob } from '#lib/store/jobs/lease.ts'
import { settleTarget, unknownTargets } from '#lib/store/jobs/targets.ts'
import type { JobContext } from './job-context.ts'
import { LATER, type Look, lookAtTarget } from './look-at-target.ts'
import { pause } from './pause.ts'
import { runJob } from './run-job.ts'

/** Jobs of one process at once, so that a small one does not wait for a large one. */
const AT_ONCE = 4
/** Targets of unknown outcome that are looked at in one go. */
const MOST_LOOKS = 50
/** What was just sent may still be on its way. */
const ON_ITS_WAY_MS = 120_000
/** How long the end of the process waits for what is at work. */
const PATIENCE_MS = 3_000

const NOT_WRITTEN = { status: 'failed', message: 'It was not written; the binding shows that.' } as const

/** Takes jobs and works on them, in this process. Any number of processes may do so. */
export class JobRunner {
  readonly #context: JobContext
  readonly #holder: string
  readonly #ending = new AbortController()
  readonly #runs = new Set<Promise<void>>()
  #taking: Promise<void> | null = null
  /** Targets that were looked at in the turns before, and nobody can tell of yet: others come first. */
  #passed = 0

  constructor(context: JobContext, holder: string) {
    this.#context = context
    this.#holder = holder
  }

  /** Begins jobs that nobody works on, as many as there is room for. To be called now and then, and when one was started. */
  look(): Promise<void> {
    this.#taking ??= this.#take().finally(() => {
      this.#taking = null
    })
    return this.#taking
  }

  /** Looks at targets of which nobody knows whether they were written, some at each turn. To be called now and then. */
  async settle(): Promise<void> {
    const { store } = this.#context
    const { db } = store
    const found = await unknownTargets(db, { offset: this.#passed, limit: MOST_LOOKS })
    let left = 0
    for (const { jobId, target } of found) {
      const young = store.now() - target.updatedAt.getTime() < ON_ITS_WAY_MS
      const look: Look = young ? LATER : await lookAtTarget(this.#context, jobId, target)
      if (look.kind === 'later') left++
      else await settleTarget(db, jobId, target.position, look.kind === 'again' ? NOT_WRITTEN : look)
    }
    this.#passed = found.length < MOST_LOOKS ? 0 : this.#passed + left
  }

  /** Lets what has begun come to its end for a moment, and gives the jobs back. */
  async stop(): Promise<void> {
    this.#ending.abort()
    // What is being taken at this moment begins a run.
    const ended = async () => {
      await this.#taking?.catch(() => undefined)
      await Promise.all(this.#runs)
    }
    await Promise.race([ended(), pause(PATIENCE_MS, new AbortController().signal)])
  }

  async #take(): Promise<void> {
    const { store, leaseMs } = this.#context
    while (this.#runs.size < AT_ONCE && !this.#ending.signal.aborted && store.health().state === 'up') {
      const lease = await takeJob(store.db, this.#holder, leaseMs)
      if (lease === null) return
      this.#begin(lease)
    }
  }

  #begin(lease: JobLease): void {
    const run = runJob(this.#context, lease, this.#ending.signal)
      .catch(this.#context.failed)
      .finally(() => {
        this.#runs.delete(run)
        void this.look().catch(this.#context.failed)
      })
    this.#runs.add(run)
  }
}
