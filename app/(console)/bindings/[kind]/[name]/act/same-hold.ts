import type { BindingDetail } from '#lib/queries/bindings/binding-detail.ts'
import type { ActionForm } from './action-form.ts'

/**
 * Whether a hold would stay unchanged. Compares ends as times, because their notation may differ.
 */
export function isSameHold(
  hold: BindingDetail['hold'],
  { reason, until }: Pick<ActionForm, 'reason' | 'until'>,
): boolean {
  return (
    hold !== null && hold.reason === reason.trim() && until !== undefined && momentOf(hold.until) === momentOf(until)
  )
}

function momentOf(until: string | null): number | null {
  return until === null ? null : Date.parse(until)
}
