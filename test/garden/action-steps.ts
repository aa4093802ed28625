import type { CleaningSettings } from '#lib/garden/cleaning-progress.ts'
import type { Action } from '#lib/hap/actions/action.ts'
import type { BindingState } from '#lib/hap/pools/state.ts'

/** An action, its resulting state, and its other parameters. */
type ActionStep = readonly [Action, BindingState, object?]

/** Cleaners of all providers that have one, without a running cleaning. */
export const CLEANING: CleaningSettings = {
  cleaners: new Set(['aws', 'azure', 'gcp']),
  deletes: true,
  protectedNames: new Set(),
}

/** Every action once, one after the other, from a state without clusters. */
export const ACTION_STEPS: Readonly<Record<'free' | 'claimed' | 'shared' | 'malformed', readonly ActionStep[]>> = {
  free: [
    ['mark-dirty', 'dirty'],
    ['undo-dirty', 'free'],
    ['hold', 'held', { until: '2100-01-01T00:00:00Z' }],
    ['hold', 'held'],
    ['unhold', 'free'],
    ['quarantine', 'quarantined'],
    ['start-cleaning', 'dirty'],
    ['quarantine', 'quarantined'],
    ['lift', 'dirty'],
    ['confirm-clean', 'free'],
    ['mark-internal', 'internal'],
    ['unmark-internal', 'free'],
  ],
  claimed: [
    ['release', 'dirty'],
    ['undo-dirty', 'claimed'],
  ],
  shared: [
    ['hold', 'held'],
    ['unhold', 'shared'],
  ],
  malformed: [['repair', 'dirty']],
}
