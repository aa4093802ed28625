import { checkingShoots } from '#app/(console)/checking-shoots.ts'
import { reasonObstacle } from '../../../../reason-obstacle.ts'
import type { ActionForm } from './action-form.ts'
import type { usePreview } from './use-preview.ts'

interface Situation extends Pick<ReturnType<typeof usePreview>, 'preview' | 'checking'> {
  readonly name: string
  readonly form: ActionForm
  readonly writing: boolean
  /** Number of shoots being listed before the write; null while none are. */
  readonly listed: number | null
  readonly changed: boolean
  /** Whether the action would change nothing. */
  readonly same: boolean
  /** Why the action cannot be proposed, as a sentence; null when it can, or needs no proposal. */
  readonly proposed: string | null
}

/** Why an action cannot be sent yet, as a sentence; null when it can. */
export function submitObstacle({
  name,
  form,
  preview,
  checking,
  writing,
  listed,
  changed,
  same,
  proposed,
}: Situation): string | null {
  if (listed !== null) return checkingShoots(listed)
  if (writing) return 'Writing the change.'
  if (preview === null || checking) return 'Checking the change.'
  if (preview.status !== 'planned') return preview.reason
  if (changed) return 'Review what changed first.'
  if (same) return 'Nothing is changed.'
  if (preview.objection !== null) return preview.objection
  if (proposed !== null) return proposed
  const unsaid = reasonObstacle(form.reason)
  if (unsaid !== null) return unsaid
  if (preview.typeToConfirm && form.confirmed.trim() !== name) return 'Type the name of the binding to confirm.'
  return null
}
