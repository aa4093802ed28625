import { acquireJob, type JobLease, listUnknownTargets, resolveTarget } from '#lib/store/jobs/job-lease.ts'
import type { JobContext } from './job-context.ts'
import { pause } from './job-lease.ts'
import { LATER, type Look, resolveOutcome } from './recover-target.ts'
import { runJob } from './run-job.ts'

/** Jobs that a process runs at the same time, so that a small one does not wait for a large one. */
const CONCURRENCY = 4
/** Targets of unknown outcome that one pass resolves. */
const MAX_LOOKUPS = 50
/** A write that was just sent may still land. */
const IN_FLIGHT_MS = 120_000
/** How long a stopping process waits for targets in progress. */
const STOP_WITHIN_MS = 3_000

const NOT_WRITTEN = { status: 'failed', message: 'It was not written; the binding shows that.' } as const

/** Acquires jobs and runs them in this process. Any number of processes may do so. */
export class JobRunner {
  readonly #context: JobContext
  readonly #holder: string
  readonly #ending = new AbortController()
  readonly #runs = new Set<Promise<void>>()
  #taking: Promise<void> | null = null
  /** Targets that earlier passes could not resolve: the next pass starts after them. */
  #skipped = 0

  constructor(context: JobContext, holder: string) {
    this.#context = context
    this.#holder = holder
  }

  /**
   * Starts jobs that no process holds, up to the concurrency. Called periodically and when a job is
   * created.
   */
  look(): Promise<void> {
    this.#taking ??= this.#acquire().finally(() => {
      this.#taking = null
    })
    return this.#taking
  }

  /** Resolves a batch of targets whose outcome is unknown. Called periodically. */
  async settle(): Promise<void> {
    const { store } = this.#context
    const { db } = store
    const found = await listUnknownTargets(db, { offset: this.#skipped, limit: MAX_LOOKUPS })
    let left = 0
    for (const { jobId, target } of found) {
      const young = store.now() - target.updatedAt.getTime() < IN_FLIGHT_MS
      const look: Look = young ? LATER : await resolveOutcome(this.#context, jobId, target)
      if (look.kind === 'later') left++
      else await resolveTarget(db, jobId, target.position, look.kind === 'again' ? NOT_WRITTEN : look)
    }
    this.#skipped = found.length < MAX_LOOKUPS ? 0 : this.#skipped + left
  }

  /** Waits a moment for targets in progress, then releases the leases. */
  async stop(): Promise<void> {
    this.#ending.abort()
    // An acquisition in progress still starts a run.
    const ended = async () => {
      await this.#taking?.catch(() => undefined)
      await Promise.all(this.#runs)
    }
    await Promise.race([ended(), pause(STOP_WITHIN_MS, new AbortController().signal)])
  }

  async #acquire(): Promise<void> {
    const { store, leaseMs } = this.#context
    while (this.#runs.size < CONCURRENCY && !this.#ending.signal.aborted && store.health().state === 'up') {
      const lease = await acquireJob(store.db, this.#holder, leaseMs)
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
