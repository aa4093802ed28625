import { singleKeysOn } from './single-keys.ts'

/** Whether a key is for the page: no text field, dialog or modifier, and single keys are enabled (WCAG 2.1.4). */
export function isPageKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  return !isTyping(event.target) && !document.querySelector('dialog[open]') && singleKeysOn()
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.matches('input:not([type="radio"], [type="checkbox"]), textarea, select, [role="menu"] *')
  )
}
