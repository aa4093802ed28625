import { formatCounts, formatProgress, type Progress } from '#lib/garden/cleaning-progress.ts'
import { newWriteId, traceOf } from '#lib/garden/writes/write-trace.ts'
import { cleaningRefusal } from '#lib/hap/actions/judge.ts'
import { globalAccountTarget } from '#lib/hap/audit/target.ts'
import { applyChange } from '#lib/hap/lifecycle/change.ts'
import { cleaningProgressChange } from '#lib/hap/lifecycle/cleaning.ts'
import { ANNOTATIONS, type Binding, bindingKey } from '#lib/hap/pools/binding.ts'
import { readLabels } from '#lib/hap/pools/labels.ts'
import { pooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import { readFacts } from '#lib/services/actions/fresh-facts.ts'
import { CONSOLE_ACTOR } from '#lib/store/audit/audit-log.ts'
import type { OutcomeDraft } from '#lib/store/audit/entry.ts'
import type { Inspection } from './cleaning-state.ts'
import type { CleanupContext } from './cleanup-context.ts'
import type { DeletionPlan } from './deletion-plan.ts'
import { countsOf } from './evidence.ts'

/** Margin for requests in flight when an inspection ends; another process starts only afterwards. */
const IN_FLIGHT_MS = 60_000

/**
 * Frame of the deletions of one inspection: this process owns the account until the time limit, the
 * audit log records the intent, and a final check excludes concurrent use.
 */
export class DeletionRound {
  readonly #context: CleanupContext
  readonly #progress: Progress
  /** End of the inspection in epoch milliseconds. */
  readonly #until: number
  /** Present version of the binding. */
  binding: Binding
  /** Why the deletion did not start, for a reason other than an answer of a provider. */
  stopped: { readonly error: unknown } | null = null
  #intent: bigint | null = null
  /** State before this round. */
  readonly #state: 'cleaning' | 'verifying' | null

  constructor(context: CleanupContext, binding: Binding, progress: Progress, until: number) {
    const state = binding.annotations[ANNOTATIONS.state]
    this.#state = state === 'cleaning' || state === 'verifying' ? state : null
    this.#context = context
    this.#progress = progress
    this.#until = until
    this.binding = binding
  }

  /** Acquires the account for this process. Returns whether deletion may start. */
  async begin(plan: DeletionPlan, signal: AbortSignal): Promise<boolean> {
    try {
      await this.#acquire(plan, signal)
      const obstacle = await this.#obstacle()
      if (obstacle === null) return true
      this.stopped = { error: new ObstacleError(obstacle) }
      await this.#restore(obstacle, signal)
    } catch (error) {
      this.stopped = { error }
    }
    return false
  }

  /** Records the outcome in the audit log; `look` null = none or unknown. */
  async end(inspection: Inspection | null): Promise<void> {
    if (this.#intent === null) return
    const noted = { intent: this.#intent, actor: CONSOLE_ACTOR, ...this.#outcome(inspection) }
    // An open intent remains in the audit log then.
    await this.#context.actions.audit.outcome(noted).catch(() => undefined)
  }

  #outcome(inspection: Inspection | null): Pick<OutcomeDraft, 'outcome' | 'detail'> {
    if (this.stopped !== null) {
      const { error } = this.stopped
      const why = error instanceof ObstacleError ? ` ${error.message}` : ''
      return { outcome: 'failed', detail: `Nothing was deleted.${why}` }
    }
    if (inspection === null) return { outcome: 'unknown', detail: 'The check of the account ended early.' }
    return { outcome: inspection.found === 'deleting' ? 'accepted' : 'failed', detail: detailOf(inspection) }
  }

  async #acquire({ deletes }: DeletionPlan, signal: AbortSignal): Promise<void> {
    const { actions, owner } = this.#context
    const { binding } = this
    const { rounds } = this.#progress
    const own = {
      ...this.#progress,
      rounds: rounds + 1,
      emptyAt: [],
      owner: { name: owner, until: this.#until + IN_FLIGHT_MS },
    }
    const change = cleaningProgressChange(binding, 'cleaning', formatProgress(own, binding), actions.now())
    const id = newWriteId()
    const { labels, annotations, resourceVersion } = binding
    const { tenantName } = readLabels(binding.kind, labels)
    const after = applyChange(binding, change)
    const trace = traceOf(binding, id)
    this.#intent = await actions.audit.intent({
      actor: CONSOLE_ACTOR,
      action: 'clean-account',
      targets: [bindingKey(binding), ...(tenantName ? [globalAccountTarget(tenantName)] : [])],
      reason: `Delete ${formatCounts(countsOf(deletes))} created by Gardener.`,
      ticket: null,
      requestId: null,
      before: { labels, annotations, resourceVersion },
      after: {
        labels: after.labels,
        annotations: after.annotations,
        write: { ...trace, binding: { ...trace.binding } },
      },
    })
    this.binding = await actions.writes.write({ binding, change, priority: 'bulk', signal, id })
  }

  /** Restores the previous state with the reason for people; nothing was deleted. */
  async #restore(reason: string, signal: AbortSignal): Promise<void> {
    const { actions } = this.#context
    const { binding } = this
    const progress = { ...this.#progress, emptyAt: [], reason }
    const change = cleaningProgressChange(binding, this.#state, formatProgress(progress, binding), actions.now())
    this.binding = await actions.writes.write({ binding, change, priority: 'bulk', signal, id: newWriteId() })
  }

  /**
   * KEB reuses an account for its tenant without writing the binding, so the version does not
   * change.
   */
  async #obstacle(): Promise<string | null> {
    const { actions, protectedNames } = this.#context
    const paused = actions.pause?.() ?? null
    if (paused !== null) return paused
    const pooled = pooledBinding(this.binding)
    return pooled === null
      ? 'It has no HAP labels.'
      : cleaningRefusal(await readFacts(actions, pooled, { every: { since: actions.shoots.moment() } }), protectedNames)
  }
}

/** The account is in use, or protected from cleaners. `message` is a sentence. */
export class ObstacleError extends Error {
  override readonly name = 'ObstacleError'
}

function detailOf(inspection: Inspection): string {
  const deleted = inspection.evidence === null ? '' : `Deleted so far: ${formatCounts(inspection.evidence.deleted)}.`
  return [deleted, 'reason' in inspection ? (inspection.reason ?? '') : ''].filter(part => part !== '').join(' ')
}
