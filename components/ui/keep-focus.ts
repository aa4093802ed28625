import { heirOf } from './heir-of.ts'

/**
 * Gives the focus of a control to its heir once it is gone from the page, as its row may be a moment after what was done to it; until the
 * focus is elsewhere. `home`: its parent.
 */
export function keepFocus(control: Element, home: Element | null): void {
  const handOn = () => heirOf(control, home)?.focus({ preventScroll: true })
  if (!control.isConnected) {
    handOn()
    return
  }
  const observer = new MutationObserver(() => {
    if (control.isConnected) return
    end()
    if (document.activeElement === document.body) handOn()
  })
  const leave = ({ target }: FocusEvent) => target !== control && end()
  const end = () => {
    observer.disconnect()
    document.removeEventListener('focusin', leave)
  }
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', leave)
}
