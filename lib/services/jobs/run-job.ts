import { setImmediate as nextTurn } from 'node:timers/promises'
import { parseRole } from '#lib/auth/roles.ts'
import type { User } from '#lib/auth/session.ts'
import { accountKey, bindingKey } from '#lib/hap/pools/binding.ts'
import type { ActionResult } from '#lib/services/actions/action-result.ts'
import { Mutex } from '#lib/services/claims/mutex.ts'
import { StoreError } from '#lib/store/failure/store-errors.ts'
import type { JobRecord, TargetRecord } from '#lib/store/jobs/job-record.ts'
import { type JobLease, leaveJob } from '#lib/store/jobs/lease.ts'
import { readJob } from '#lib/store/jobs/read-jobs.ts'
import { nextTarget, noteTarget, targetsInFlight } from '#lib/store/jobs/targets.ts'
import { endJob } from './end-job.ts'
import { type JobContext, requestOf } from './job-context.ts'
import { keepLease } from './keep-lease.ts'
import { lookAtTarget } from './look-at-target.ts'
import { pause } from './pause.ts'
import { outcomeOf, type TargetOutcome } from './target-outcome.ts'

/** Targets of one job at once: one waits for Gardener while the other waits for its turn. */
const AT_ONCE = 2
/**
 * Tries of a target that nothing was written to, since Gardener or the database would not have it at the moment. They outlast the
 * fence of an account that could not be left because the database went away.
 */
const TRIES = 12
const AGAIN_MS = 1_000
const LONGEST_PAUSE_MS = 30_000

/** One account after the other, whichever job wants it: an action keeps all others away from its account. */
const ACCOUNTS = new Mutex()

type Noted = TargetOutcome | { readonly status: 'pending'; readonly message: null; readonly changed?: never }

const AGAIN: Noted = { status: 'pending', message: null }

/** Works on a job that was taken, until it has ended, another process has it, or this one ends. What is at work then is looked at later. */
export async function runJob(context: JobContext, lease: JobLease, ending: AbortSignal): Promise<void> {
  const kept = keepLease(context.store, lease, context.leaseMs)
  try {
    await new JobRun(context, lease, { over: AbortSignal.any([ending, kept.lost]), cancelled: kept.cancelled }).run()
  } finally {
    kept.stop()
    if (ending.aborted) await leaveJob(context.store.db, lease).catch(context.failed)
  }
}

interface Ends {
  /** Another process has the job, or this one ends. */
  readonly over: AbortSignal
  /** No other target is to begin. */
  readonly cancelled: AbortSignal
}

class JobRun {
  readonly #context: JobContext
  readonly #lease: JobLease
  readonly #ends: Ends
  /** Also ends what waits for its turn. */
  readonly #signal: AbortSignal
  readonly #taking = new Mutex()

  constructor(context: JobContext, lease: JobLease, ends: Ends) {
    this.#context = context
    this.#lease = lease
    this.#ends = ends
    this.#signal = AbortSignal.any([ends.over, ends.cancelled])
  }

  async run(): Promise<void> {
    const { store } = this.#context
    const { id } = this.#lease
    const job = await this.#persist(() => readJob(store.db, id))
    if (!job) return
    // Who started it may have lost the role since.
    const role = this.#context.roleOf({ id: job.parameters.userId, role: parseRole(job.role) ?? 'viewer' }) ?? 'viewer'
    const user: User = { id: job.parameters.userId, name: job.actor, role }
    while (!this.#ends.over.aborted) {
      // Also those that were taken here, when the database carried it out and its answer was lost.
      await this.#lookAtThoseInFlight(job)
      await Promise.all(Array.from({ length: AT_ONCE }, () => this.#work(job, user)))
      if (this.#ends.over.aborted) return
      if (await this.#persist(() => endJob(store, this.#lease))) return
      await pause(AGAIN_MS, this.#ends.over)
    }
  }

  /** One target after the other, until there is none. */
  async #work(job: JobRecord, user: User): Promise<void> {
    while (!this.#signal.aborted) {
      await this.#untilPossible(this.#signal)
      if (this.#signal.aborted) return
      const target = await this.#taking.run('', () =>
        this.#persist(() => nextTarget(this.#context.store.db, this.#lease)),
      )
      if (!target) return
      const account = this.#context.inventory.binding(bindingKey(target.binding))?.account
      const work = () => this.#act(job, user, target)
      await (account ? ACCOUNTS.run(accountKey(account), work) : work())
      // Targets that are refused at once must not keep the process from everything else.
      await nextTurn()
    }
  }

  async #act(job: JobRecord, user: User, target: TargetRecord): Promise<void> {
    const result = await this.#perform(job, user, target)
    await this.#note(target, await this.#judge(job, target, result))
    const wait = againAfterMs(result)
    if (wait !== null) await pause(Math.min(wait, LONGEST_PAUSE_MS), this.#signal)
  }

  async #perform(job: JobRecord, user: User, target: TargetRecord): Promise<ActionResult> {
    const { binding, seenVersion, position, remembered: known } = target
    const { action, reason, ticket, parameters } = job
    const end = action === 'hold' ? { until: parameters.until } : {}
    const remembered = new Map(known === null ? [] : [[bindingKey(binding), known]])
    const options = {
      requestId: requestOf(job.id, position),
      priority: 'bulk',
      signal: this.#signal,
      remembered,
    } as const
    try {
      return await this.#context.actions.perform(
        action,
        user,
        { binding, reason, ticket, seenVersion, ...end },
        options,
      )
    } catch (error) {
      this.#context.failed(error)
      return { status: 'unknown', reason: 'The console failed while doing it. The outcome is being checked.' }
    }
  }

  async #judge(job: JobRecord, target: TargetRecord, result: ActionResult): Promise<Noted> {
    const { status } = result
    const nothingWritten = status === 'refused' || status === 'failed' || status === 'cancelled'
    if (nothingWritten && this.#ends.over.aborted) return AGAIN
    const passing = againAfterMs(result) !== null || this.#context.obstacle() !== null
    const mayTryAgain = target.attempts < TRIES && !this.#ends.cancelled.aborted
    if (nothingWritten && mayTryAgain && passing) return AGAIN
    // It may be our own write of an earlier try that changed it.
    if (status === 'changed' && target.attempts > 1) {
      const look = await this.#persist(() => lookAtTarget(this.#context, job.id, target))
      if (look?.kind === 'ended') return look
    }
    return outcomeOf(result)
  }

  /** What an earlier process had taken is done again only when it is certain that it was not written. */
  async #lookAtThoseInFlight(job: JobRecord): Promise<void> {
    const left = (await this.#persist(() => targetsInFlight(this.#context.store.db, this.#lease))) ?? []
    for (const target of left) {
      while (!this.#ends.over.aborted) {
        await this.#untilPossible(this.#ends.over)
        const look = await this.#persist(() => lookAtTarget(this.#context, job.id, target))
        if (look === null || look.kind === 'later') {
          await pause(AGAIN_MS, this.#ends.over)
          continue
        }
        await this.#note(target, look.kind === 'again' ? AGAIN : { status: look.status, message: look.message })
        break
      }
    }
  }

  async #note(target: TargetRecord, { status, message, changed }: Noted): Promise<void> {
    const { store } = this.#context
    await this.#persist(() => noteTarget(store.db, this.#lease, target, { status, message, changed }))
  }

  async #untilPossible(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.#context.obstacle() !== null) await pause(AGAIN_MS, signal)
  }

  /** A statement, again as long as the database does not answer; null when the job is over for us before. */
  async #persist<Result>(statement: () => Promise<Result>): Promise<Result | null> {
    for (;;) {
      try {
        return await statement()
      } catch (error) {
        if (!(error instanceof StoreError)) throw error
        if (this.#ends.over.aborted) return null
        await pause(AGAIN_MS, this.#ends.over)
      }
    }
  }
}

/** When what was not done may be tried again; null = it comes to the same. */
function againAfterMs(result: ActionResult): number | null {
  const asked = 'retryAfterMs' in result ? (result.retryAfterMs ?? null) : null
  return asked ?? ('unanswered' in result ? AGAIN_MS : null)
}
