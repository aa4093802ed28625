import { formatPlural } from '#lib/util/format.ts'

/** Actions on a binding, in the order of menus. */
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

interface ActionLabels {
  /** Label of the button. */
  readonly verb: string
  /** Participle for messages: `ga-1 was …`. */
  readonly done: string
  readonly role: 'operator' | 'admin'
}

/** Labels of each action, and the role that may run it. */
export const ACTION_LABELS: Readonly<Record<Action, ActionLabels>> = {
  release: { verb: 'Release', done: 'released', role: 'operator' },
  'mark-dirty': { verb: 'Mark dirty', done: 'marked dirty', role: 'operator' },
  'undo-dirty': { verb: 'Undo dirty', done: 'marked as not dirty', role: 'operator' },
  'start-cleaning': { verb: 'Clean now', done: 'moved to the front of the cleaning queue', role: 'operator' },
  'confirm-clean': { verb: 'Confirm clean', done: 'confirmed clean', role: 'operator' },
  hold: { verb: 'Hold', done: 'put on hold', role: 'operator' },
  unhold: { verb: 'End hold', done: 'taken off hold', role: 'operator' },
  quarantine: { verb: 'Quarantine', done: 'put in quarantine', role: 'operator' },
  lift: { verb: 'Lift quarantine', done: 'taken out of quarantine', role: 'operator' },
  'mark-internal': { verb: 'Mark internal', done: 'marked internal', role: 'operator' },
  'unmark-internal': { verb: 'Unmark internal', done: 'marked as not internal', role: 'operator' },
  repair: { verb: 'Repair labels', done: 'repaired', role: 'operator' },
}

/** Parses an action from untrusted data; null for any other value. */
export function parseAction(value: unknown): Action | null {
  return ACTIONS.find(action => action === value) ?? null
}

/** Placeholder for the reason in a preview. */
export const REASON_SLOT = '(your reason)'

/** Inserts the reason typed so far into a line of a preview. */
export function insertReason<Line extends { readonly value: string }>(line: Line, reason: string): Line {
  return { ...line, value: line.value.replace(REASON_SLOT, slot => reason.trim() || slot) }
}

/**
 * Maximum characters of the reason and the ticket of any change. A later release may raise a limit
 * but not lower it: objects with longer texts could no longer be edited.
 */
export const REASON_LIMITS = { reason: 1_000, ticket: 200 } as const

/** Warning of an action that is written before the check of all shoots ends. */
export const CHECKING_SHOOTS =
  'A final check of all shoots is still running: if a cluster was placed on the account during the change, the console reverts the change.'

/**
 * Actions that change all dirty bindings of an account together, since none may be in use beside a
 * dirty one.
 */
const TOGETHER: ReadonlySet<Action> = new Set<Action>(['confirm-clean', 'undo-dirty'])

export function isDoneTogether(action: Action): boolean {
  return TOGETHER.has(action)
}

/** Message for a user who runs an action alone that needs a second person. */
export const NEEDS_APPROVAL = 'This is dangerous, so a second person has to approve it. Propose it in the console.'

/** Progress text while the server lists all shoots before a write. */
export function formatShootCheck(shoots: number): string {
  return `Checking ${formatPlural(shoots, 'shoot')} for clusters on this account…`
}
