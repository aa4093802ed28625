import { setImmediate as nextTurn } from 'node:timers/promises'
import { parseRole } from '#lib/auth/roles.ts'
import type { User } from '#lib/auth/session.ts'
import type { TargetStatus } from '#lib/hap/actions/job.ts'
import { accountKey, bindingKey } from '#lib/hap/pools/binding.ts'
import type { ActionResult } from '#lib/services/actions/action-result.ts'
import { StoreError } from '#lib/store/database/store-errors.ts'
import {
  type JobLease,
  listRunningTargets,
  recordTarget,
  releaseJob,
  startNextTarget,
} from '#lib/store/jobs/job-lease.ts'
import type { ChangedTarget, JobRecord, TargetRecord } from '#lib/store/jobs/job-record.ts'
import { readJob } from '#lib/store/jobs/jobs.ts'
import { Mutex } from '#lib/util/concurrency.ts'
import { endJob } from './end-job.ts'
import { type JobContext, requestOf } from './job-context.ts'
import { pause, renewLease } from './job-lease.ts'
import { resolveOutcome } from './recover-target.ts'
import { seenBinding } from './seen-bindings.ts'

/**
 * Targets of one job at the same time: one waits for Gardener while the other waits for its turn.
 */
const CONCURRENCY = 2
/**
 * Attempts of a target while Gardener or the database fails before the write. They outlast the
 * fence of an account that could not be left during an outage of the database.
 */
const MAX_TRIES = 12
const RETRY_MS = 1_000
const MAX_PAUSE_MS = 30_000

/** Serialises the targets of one account across jobs: an action fences its account. */
const ACCOUNTS = new Mutex()

type RecordedOutcome = TargetOutcome | { readonly status: 'pending'; readonly message: null; readonly changed?: never }

const AGAIN: RecordedOutcome = { status: 'pending', message: null }

/**
 * Runs a job whose lease this process holds, until the job ends, the lease is lost, or the process
 * ends. Targets in progress are resolved by the next run.
 */
export async function runJob(context: JobContext, lease: JobLease, ending: AbortSignal): Promise<void> {
  const renewed = renewLease(context.store, lease, context.leaseMs)
  try {
    await new JobRun(context, lease, {
      over: AbortSignal.any([ending, renewed.lost]),
      cancelled: renewed.cancelled,
    }).run()
  } finally {
    renewed.stop()
    if (ending.aborted) await releaseJob(context.store.db, lease).catch(context.failed)
  }
}

interface Ends {
  /** The lease is lost, or the process ends. */
  readonly over: AbortSignal
  /** The job was cancelled: no other target starts. */
  readonly cancelled: AbortSignal
}

class JobRun {
  readonly #context: JobContext
  readonly #lease: JobLease
  readonly #ends: Ends
  /** Also cancels actions that wait for their turn. */
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
    const job = await this.#retryUntilStored(() => readJob(store.db, id))
    if (!job) return
    const { userId, issuer = null } = job.parameters
    // The user who started the job may have lost the role since.
    const role = this.#context.roleOf({ id: userId, role: parseRole(job.role) ?? 'viewer' }) ?? 'viewer'
    const user: User = { id: userId, name: job.actor, role, ...(issuer !== null && { issuer }) }
    while (!this.#ends.over.aborted) {
      // Also those of this process whose acquisition was committed although its answer was lost.
      await this.#resolveInFlight(job)
      await Promise.all(Array.from({ length: CONCURRENCY }, () => this.#work(job, user)))
      if (this.#ends.over.aborted) return
      if (await this.#retryUntilStored(() => endJob(store, this.#lease))) return
      await pause(RETRY_MS, this.#ends.over)
    }
  }

  /** Processes one target after another until none is left. */
  async #work(job: JobRecord, user: User): Promise<void> {
    while (!this.#signal.aborted) {
      await this.#waitUntilPossible(this.#signal)
      if (this.#signal.aborted) return
      const target = await this.#taking.run('', () =>
        this.#retryUntilStored(() => startNextTarget(this.#context.store.db, this.#lease)),
      )
      if (!target) return
      const account = this.#context.inventory.binding(bindingKey(target.binding))?.account
      const work = () => this.#act(job, user, target)
      await (account ? ACCOUNTS.run(accountKey(account), work) : work())
      // Targets that are refused at once must not block the event loop.
      await nextTurn()
    }
  }

  async #act(job: JobRecord, user: User, target: TargetRecord): Promise<void> {
    const result = await this.#perform(job, user, target)
    await this.#recordOutcome(target, await this.#judge(job, target, result))
    const wait = retryAfterMs(result)
    if (wait !== null) await pause(Math.min(wait, MAX_PAUSE_MS), this.#signal)
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
        { binding, reason, ticket, seenVersion, seenIdentity: known, ...end },
        options,
      )
    } catch (error) {
      this.#context.failed(error)
      return { status: 'unknown', reason: 'The console failed during the action. The outcome is being checked.' }
    }
  }

  async #judge(job: JobRecord, target: TargetRecord, result: ActionResult): Promise<RecordedOutcome> {
    const { status } = result
    const nothingWritten = status === 'refused' || status === 'failed' || status === 'cancelled'
    if (nothingWritten && this.#ends.over.aborted) return AGAIN
    const passing = retryAfterMs(result) !== null || this.#context.obstacle() !== null
    const mayTryAgain = target.attempts < MAX_TRIES && !this.#ends.cancelled.aborted
    if (nothingWritten && mayTryAgain && passing) return AGAIN
    // An earlier attempt of this job may have made the change.
    if (status === 'changed' && target.attempts > 1) {
      const look = await this.#retryUntilStored(() => resolveOutcome(this.#context, job.id, target))
      if (look?.kind === 'ended') return look
    }
    return outcomeOf(result)
  }

  /**
   * A target that an earlier run had started is retried only if its write certainly did not land.
   */
  async #resolveInFlight(job: JobRecord): Promise<void> {
    const left = (await this.#retryUntilStored(() => listRunningTargets(this.#context.store.db, this.#lease))) ?? []
    for (const target of left) {
      while (!this.#ends.over.aborted) {
        await this.#waitUntilPossible(this.#ends.over)
        const look = await this.#retryUntilStored(() => resolveOutcome(this.#context, job.id, target))
        if (look === null || look.kind === 'later') {
          await pause(RETRY_MS, this.#ends.over)
          continue
        }
        await this.#recordOutcome(
          target,
          look.kind === 'again' ? AGAIN : { status: look.status, message: look.message },
        )
        break
      }
    }
  }

  async #recordOutcome(target: TargetRecord, { status, message, changed }: RecordedOutcome): Promise<void> {
    const { store } = this.#context
    await this.#retryUntilStored(() => recordTarget(store.db, this.#lease, target, { status, message, changed }))
  }

  async #waitUntilPossible(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && this.#context.obstacle() !== null) await pause(RETRY_MS, signal)
  }

  /** Retries a statement while the database does not answer; null if the run ends first. */
  async #retryUntilStored<Result>(statement: () => Promise<Result>): Promise<Result | null> {
    for (;;) {
      try {
        return await statement()
      } catch (error) {
        if (!(error instanceof StoreError)) throw error
        if (this.#ends.over.aborted) return null
        await pause(RETRY_MS, this.#ends.over)
      }
    }
  }
}

/** Delay before a retry; null if a retry cannot succeed. */
function retryAfterMs(result: ActionResult): number | null {
  const asked = 'retryAfterMs' in result ? (result.retryAfterMs ?? null) : null
  return asked ?? ('unanswered' in result ? RETRY_MS : null)
}

/** The outcome of a target. */
interface TargetOutcome {
  readonly status: Extract<TargetStatus, 'done' | 'refused' | 'failed' | 'unknown' | 'cancelled'>
  readonly message: string | null
  /** Set if the target was refused because the binding differs from what the user saw. */
  readonly changed?: ChangedTarget
}

/** The outcome of a target by the result of its action. */
function outcomeOf(result: ActionResult): TargetOutcome {
  switch (result.status) {
    case 'done':
      return { status: 'done', message: result.note }
    case 'invalid':
      return { status: 'refused', message: result.problems.join(' ') }
    case 'refused':
      return { status: 'refused', message: result.reason }
    case 'changed':
      return {
        status: 'refused',
        message: result.reason,
        changed: { found: result.now && seenBinding(result.now) },
      }
    case 'failed':
    case 'collided':
      return { status: 'failed', message: result.reason }
    case 'cancelled':
    case 'unknown':
      return { status: result.status, message: result.reason }
  }
}
