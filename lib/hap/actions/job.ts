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
 * Status of one binding in a bulk job. `unknown`: the write was sent and its response was lost.
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
export const CANCELLED_BEFORE_START = 'Cancelled before anything was written.'

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
  return `${proposer} has already proposed this. The proposal is waiting for approval.`
}

const CLEANED = 'The accounts will be cleaned before reuse, and everything in them deleted.'

/** What an action does to many accounts, in one or two sentences. */
export const BULK_CONSEQUENCES: Readonly<Record<Action, string>> = {
  release: `Their global accounts give up these accounts. ${CLEANED} You can undo this until cleaning starts.`,
  'mark-dirty': `${CLEANED} You can undo this until cleaning starts.`,
  'undo-dirty':
    'The accounts will not be cleaned and will return to their previous owners. A binding whose account has another dirty binding stays on hold until that one is no longer dirty either.',
  'start-cleaning':
    'A cleaner will process these accounts first, including those just released, and restart the cleaning of quarantined ones. Where deleting is off, it only reports what it would delete.',
  'confirm-clean':
    'You confirm that these accounts are empty. They become free, and the tenant labels are removed. Nothing is deleted. A binding whose account has another dirty binding stays on hold until that one is clean too. This cannot be undone.',
  hold: 'Until the hold ends, the accounts will not be assigned and nothing in them will be deleted, neither here nor by KEB and its cleanup job.',
  unhold: 'The bindings return to their state before the hold. Accounts released during the hold become dirty.',
  quarantine:
    "The accounts will be neither assigned nor cleaned by HAP until the quarantine is lifted; they will then be cleaned. KEB's cleanup job ignores quarantine – use Hold to stop it as well.",
  lift: CLEANED,
  'mark-internal': 'The accounts will never be assigned or released. KEB ignores this label and may still assign them.',
  'unmark-internal': 'The accounts can be assigned and released again.',
  repair: 'Labels with only one possible meaning will be corrected.',
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
  const next = `The next ${one ? 'request' : 'requests'} of ${countNoun(tenants, 'global account')} for pool ${pool} will`
  if (free === 0) return `${next} wait: the pool will have no usable account.`
  if (one)
    return `${next} claim ${free === 1 ? "the pool's only usable account" : `one of the pool's ${free} usable accounts`}.`
  return `${next} claim usable accounts: the pool will have ${free < tenants ? 'only ' : ''}${free}.`
}
