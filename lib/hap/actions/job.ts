import { countNoun } from '../text.ts'
import type { Action } from './action.ts'

/** States of a bulk job in list order: running first, then incomplete ones. */
export const JOB_STATES = [
  'stalled',
  'running',
  'waiting',
  'cancelling',
  'nothing-done',
  'not-all-done',
  'cancelled',
  'done',
] as const

export type JobState = (typeof JOB_STATES)[number]

interface JobFacts {
  readonly status: 'queued' | 'running' | 'done' | 'cancelled'
  readonly cancelRequested: boolean
  /** Why the job is stalled; null while it progresses and after its end. */
  readonly waitsFor: string | null
  readonly total: number
  readonly counts: { readonly done: number; readonly unknown: number }
}

/** Derives the state of a job; the database computes the same in SQL. */
export function jobState({ status, cancelRequested, waitsFor, total, counts }: JobFacts): JobState {
  if (status === 'done') {
    if (counts.done === total) return 'done'
    return counts.done + counts.unknown === 0 ? 'nothing-done' : 'not-all-done'
  }
  if (status === 'cancelled') return 'cancelled'
  if (cancelRequested) return 'cancelling'
  if (waitsFor !== null) return 'stalled'
  return status === 'queued' ? 'waiting' : 'running'
}

/** Formats a state as a label: `not-all-done` becomes `Not all done`. */
export function jobStateLabel(state: JobState): string {
  const words = state.replaceAll('-', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/**
 * Status of one binding in a bulk job. `unknown`: the write was sent and its outcome is in doubt.
 */
export const TARGET_STATUSES = ['pending', 'running', 'done', 'refused', 'failed', 'unknown', 'cancelled'] as const

export type TargetStatus = (typeof TARGET_STATUSES)[number]

/**
 * Statuses that can be retried. A retry plans with the current binding, and a write in flight
 * carries an older resourceVersion, so that nothing is written twice.
 */
export const RETRYABLE_STATUSES = [
  'refused',
  'failed',
  'unknown',
  'cancelled',
] as const satisfies readonly TargetStatus[]

/** Filter for targets in a retryable status that no later job contains. */
export const TO_RETRY = 'to-retry'

/** Message of a target that its job did not reach before the cancellation. */
export const CANCELLED_BEFORE_START = 'It was cancelled before anything was written.'

/** Maximum number of bindings in one job. */
export const MAX_JOB_TARGETS = 5_000

/**
 * Maximum targets of a job that get a dry run before it starts. Gardener accepts a burst of five
 * writes and then one each 0.4 s; a dry run counts as a write, and the rest of the burst stays for
 * claims.
 */
export const MAX_DRY_RUNS = 3

/** Message for a change that already waits for approval. */
export function alreadyProposedMessage(proposer: string): string {
  return `${proposer} has proposed this already, and it waits for approval.`
}

const CLEANED = 'They are cleaned before they are used again, and whatever is left in them is deleted.'

/** What an action does to many accounts, in one or two sentences. */
export const BULK_CONSEQUENCES: Readonly<Record<Action, string>> = {
  release: `Their global accounts release these accounts. ${CLEANED} It can be undone until cleaning begins.`,
  'mark-dirty': `${CLEANED} It can be undone until cleaning begins.`,
  'undo-dirty':
    'They are not cleaned, and return to their previous owners. One whose account has another dirty binding stays on hold until that is no longer dirty either.',
  'start-cleaning':
    'A cleaner takes them before all others, those that were just given back too. Of one in quarantine it begins anew. Where deleting is off, it only notes what it would delete.',
  'confirm-clean':
    'They become free because you confirm it; nothing is deleted, and their global accounts are removed from the labels. One whose account has another dirty binding stays on hold until that is clean too. This cannot be undone.',
  hold: 'They are not selected, and nothing in them is deleted, until the hold ends. KEB and its cleanup job leave them alone too.',
  unhold: 'They return to their state before the hold. One that its global account gave back meanwhile becomes dirty.',
  quarantine:
    "They are not selected, and HAP does not clean them until the quarantine is lifted; then they are dirty and are cleaned. KEB's cleanup job ignores quarantine; only a hold stops it too.",
  lift: CLEANED,
  'mark-internal': 'They are never selected and never released. KEB ignores this label and may still assign them.',
  'unmark-internal': 'They can be selected and released again.',
  repair: 'Labels with only one possible meaning are corrected.',
}

/** Global accounts that own no account of a pool after a bulk action. */
export interface NextRequests {
  readonly pool: string
  readonly tenants: number
  /** Usable accounts of the pool for their next requests. */
  readonly free: number
}

/** Formats the effect on their next requests as a sentence. */
export function describeNextRequests({ pool, tenants, free }: NextRequests): string {
  const one = tenants === 1
  const next = `The next ${one ? 'request' : 'requests'} of ${countNoun(tenants, 'global account')} for pool ${pool}`
  if (free === 0) return `${next} ${one ? 'waits' : 'wait'}: the pool then has no usable account.`
  if (one) return `${next} claims ${free === 1 ? 'its only usable account' : `one of its ${free} usable accounts`}.`
  return `${next} claim usable accounts: the pool then has ${free < tenants ? 'only ' : ''}${free}.`
}
