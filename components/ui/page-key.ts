import { singleKeysOn } from './single-keys.ts'

/** Whether a key means the page: nobody types, no dialog is open, no modifier is held, and single keys are not switched off (WCAG 2.1.4). */
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
