/** What a person may do to a binding, in the order of menus. */
export const ACTIONS = [
  'release',
  'mark-dirty',
  'undo-dirty',
  'start-cleaning',
  'confirm-clean',
  'hold',
  'unhold',
  'quarantine',
  'lift',
  'mark-internal',
  'unmark-internal',
  'repair',
] as const

export type Action = (typeof ACTIONS)[number]

interface ActionWords {
  /** On a button. */
  readonly verb: string
  /** In a sentence about what happened: `ga-1 was …`. */
  readonly done: string
  readonly role: 'operator' | 'admin'
}

/** What each action is called, and who may do it. */
export const ACTION_WORDS: Readonly<Record<Action, ActionWords>> = {
  release: { verb: 'Release', done: 'released', role: 'operator' },
  'mark-dirty': { verb: 'Mark dirty', done: 'marked dirty', role: 'operator' },
  'undo-dirty': { verb: 'Undo dirty', done: 'unmarked dirty', role: 'operator' },
  'start-cleaning': { verb: 'Clean now', done: 'put first in line to be cleaned', role: 'operator' },
  'confirm-clean': { verb: 'Confirm clean', done: 'confirmed clean', role: 'operator' },
  hold: { verb: 'Hold', done: 'put on hold', role: 'operator' },
  unhold: { verb: 'End hold', done: 'taken off hold', role: 'operator' },
  quarantine: { verb: 'Quarantine', done: 'put in quarantine', role: 'operator' },
  lift: { verb: 'Lift quarantine', done: 'taken out of quarantine', role: 'operator' },
  'mark-internal': { verb: 'Mark internal', done: 'marked internal', role: 'operator' },
  'unmark-internal': { verb: 'Unmark internal', done: 'unmarked internal', role: 'operator' },
  repair: { verb: 'Repair labels', done: 'repaired', role: 'operator' },
}

/** The action in untrusted data, or null when it is none. */
export function parseAction(value: unknown): Action | null {
  return ACTIONS.find(action => action === value) ?? null
}

/** Placeholder for the reason in the preview of an action. */
export const REASON_SLOT = '(your reason)'

/**
 * Characters of the reason and the ticket of every change: of accounts, rules, settings and custom resources. A longer limit than
 * that of a release before keeps its objects editable; a shorter one would not.
 */
export const REASON_LIMITS = { reason: 1_000, ticket: 200 } as const

/** Said of an action that is written while the shoots are still being checked. */
export const CHECKING =
  'The console is still checking all shoots: if a cluster arrived at the same moment, it takes the change back.'
