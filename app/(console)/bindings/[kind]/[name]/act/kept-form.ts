import { useTabForm } from '#components/ui/use-tab-draft.ts'
import type { ActionForm } from './action-form.ts'

/** What is typed in the dialog of an action, but for the name that confirms it. `key` tells the dialogs of a tab apart. */
export function useActionForm(key: string, start: ActionForm) {
  return useTabForm(`hap-action ${key}`, start, { isForm, stored: form => ({ ...form, confirmed: '' }) })
}

function isForm(value: unknown): value is ActionForm {
  return typeof value === 'object' && value !== null && 'reason' in value && 'labels' in value
}
