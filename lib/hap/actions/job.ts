import type { Action } from './action.ts'

/** How far a bulk job is, in the order of a list: what is at work first, then what came out short. */
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
  /** Why it does not go on at the moment; null when it does, or has ended. */
  readonly waitsFor: string | null
  readonly total: number
  readonly counts: { readonly done: number; readonly unknown: number }
}

/** The state of a job; the database's STATE says the same. */
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

/** What a state is called: `not-all-done` is `Not all done`. */
export function jobStateWord(state: JobState): string {
  const words = state.replaceAll('-', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}

/** What becomes of one binding of a bulk job. `unknown`: it was sent, and nobody knows yet whether it was written. */
export const TARGET_STATUSES = ['pending', 'running', 'done', 'refused', 'failed', 'unknown', 'cancelled'] as const

export type TargetStatus = (typeof TARGET_STATUSES)[number]

/**
 * What can be tried again: it was not done, or nobody knows. A new try goes by the binding as it then is, and a write that may still
 * be on its way lands on no other version, so that nothing is done twice.
 */
export const AGAIN_STATUSES = ['refused', 'failed', 'unknown', 'cancelled'] as const satisfies readonly TargetStatus[]

/** Asks for the targets there are to try again: those of AGAIN_STATUSES that no retry has. */
export const TO_RETRY = 'to-retry'

/** What is said to a target that was left alone because its job was cancelled. */
export const NOT_BEGUN = 'It was cancelled before anything was written.'

/** Bindings that one job may have. */
export const MOST_TARGETS = 5_000

/** Failures after which a person has to look (semantics, States of a binding). */
export const MOST_FAILURES = 3

/**
 * Targets of a bulk job that are tried by a dry run before it starts. Gardener lets five writes through at once and then one each
 * 0.4 s; a dry run counts as one, and what is left of the five belongs to claims that come meanwhile.
 */
export const MOST_TRIED = 3

/** Why something that waits for approval is not proposed again. */
export function proposedAlready(proposer: string): string {
  return `${proposer} has proposed this already, and it waits for approval.`
}

const CLEANED = 'They are cleaned before they are used again, and whatever is left in them is deleted.'

/** What an action does to many accounts, in a sentence or two. */
export const BULK_FATES: Readonly<Record<Action, string>> = {
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
