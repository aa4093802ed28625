import type { Action } from './action.ts'

/** Actions that are done to all dirty bindings of an account at once: none of them may be in use beside a dirty one. */
const TOGETHER: ReadonlySet<Action> = new Set<Action>(['confirm-clean', 'undo-dirty'])

export function isDoneTogether(action: Action): boolean {
  return TOGETHER.has(action)
}
