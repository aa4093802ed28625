import { ACTION_LABELS, type Action } from '#lib/hap/actions/action.ts'
import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'

/** What an action is called on a binding: whoever holds one on hold changes that hold. */
export function actionVerb(action: Action, { row, hold }: ForVerb): string {
  return changesHold(action, { row, hold }) ? 'Change hold' : ACTION_LABELS[action].verb
}

/** Whether there is a hold that an action would change. */
export function changesHold(action: Action, { row, hold }: ForVerb): boolean {
  return action === 'hold' && hold !== null && row.state === 'held'
}

interface ForVerb {
  readonly row: Pick<BindingDetail['row'], 'state'>
  readonly hold: BindingDetail['hold']
}
