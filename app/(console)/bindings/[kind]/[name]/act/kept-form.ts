import { keepInTab, keptInTab } from '#components/ui/keep-in-tab.ts'
import type { ActionForm } from './action-form.ts'

/** Outlives a reload, the back button, and the way to the sign-in, in its own tab. */
const PREFIX = 'hap-action '

/** What was typed in a dialog that nobody closed; null when there is nothing. */
export function keptForm(key: string): ActionForm | null {
  const kept = keptInTab(PREFIX + key)
  return isKept(kept) ? kept : null
}

/** Keeps what is typed, but for the name that confirms it. */
export function keepForm(key: string, form: ActionForm | null): void {
  keepInTab(PREFIX + key, form && { ...form, confirmed: '' })
}

/** Only this file writes it. */
function isKept(value: unknown): value is ActionForm {
  return typeof value === 'object' && value !== null && 'reason' in value && 'labels' in value
}
