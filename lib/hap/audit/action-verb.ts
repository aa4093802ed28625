import { ACTION_WORDS, parseAction } from '../actions/action.ts'

/** What an action of the audit log is called, also one that no button has: `set-cluster` is `Set cluster`. */
export function actionVerb(action: string): string {
  const known = parseAction(action)
  if (known !== null) return ACTION_WORDS[known].verb
  const words = action.replaceAll('-', ' ')
  return words.slice(0, 1).toUpperCase() + words.slice(1)
}
