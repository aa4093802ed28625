import { useTabForm } from '#components/ui/use-tab-draft.ts'
import type { ActionForm } from './action-form.ts'

/**
 * Persists the draft of an action dialog in the tab, without the name typed to confirm. `key`
 * identifies the dialog.
 */
export function useActionForm(key: string, start: ActionForm) {
  return useTabForm(`hap-action ${key}`, start, { isForm, stored: form => ({ ...form, confirmed: '' }) })
}

function isForm(value: unknown): value is ActionForm {
  return typeof value === 'object' && value !== null && 'reason' in value && 'labels' in value
}
