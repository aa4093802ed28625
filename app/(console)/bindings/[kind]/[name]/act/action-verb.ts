import { ACTION_LABELS, type Action } from '#lib/hap/actions/action.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'

/** Label of an action on a binding. On a held binding, `hold` changes the existing hold. */
export function actionVerb(action: Action, { row, hold }: ForVerb): string {
  return changesHold(action, { row, hold }) ? 'Change hold' : ACTION_LABELS[action].verb
}

/** Whether the action would change an existing hold. */
export function changesHold(action: Action, { row, hold }: ForVerb): boolean {
  return action === 'hold' && hold !== null && row.state === 'held'
}

interface ForVerb {
  readonly row: Pick<BindingDetail['row'], 'state'>
  readonly hold: BindingDetail['hold']
}
