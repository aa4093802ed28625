import type { ActionForm } from './action-form.ts'

/** What is typed for an action, but for the name that confirms it, outlives a reload, the back button, and the way to the sign-in, in its own tab. */
const PREFIX = 'hap-action '

/** What was typed in a dialog that nobody closed; null when there is nothing, or the browser keeps nothing. */
export function keptForm(key: string): ActionForm | null {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(PREFIX + key) ?? 'null')
    return isKept(kept) ? kept : null
  } catch {
    return null
  }
}

export function keepForm(key: string, form: ActionForm | null): void {
  try {
    if (form === null) window.sessionStorage.removeItem(PREFIX + key)
    else window.sessionStorage.setItem(PREFIX + key, JSON.stringify({ ...form, confirmed: '' }))
  } catch {
    // a browser that keeps nothing; what is typed lives as long as the dialog
  }
}

/** Only this file writes it. */
function isKept(value: unknown): value is ActionForm {
  return typeof value === 'object' && value !== null && 'reason' in value && 'labels' in value
}
