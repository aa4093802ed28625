import type { ActionOffer } from '#lib/queries/bindings/binding-actions.ts'
import type { ActionForm } from './action-form.ts'

/** The choice that a preview still needs, as a sentence; null when none is missing. */
export function unsaid(
  { action, undecided }: Pick<ActionOffer, 'action' | 'undecided'>,
  { until, labels }: Pick<ActionForm, 'until' | 'labels'>,
): string | null {
  if (action === 'hold') return until === undefined ? 'Choose when the hold ends.' : null
  const open = undecided.filter(name => !Object.hasOwn(labels, name))
  return open.length === 0 ? null : `Choose a value for ${open.join(' and ')}.`
}
