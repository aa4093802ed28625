import { useEffect, useEffectEvent } from 'react'
import { singleKeysOn } from './single-keys.ts'

/**
 * Calls back when a single key is pressed anywhere on the page, unless somebody types, a dialog is open, a modifier is held, or the person
 * switched single keys off (WCAG 2.1.4). Never bind a key to something that changes data.
 */
export function usePageKey(key: string, onPress: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== key || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isTyping(event.target) || document.querySelector('dialog[open]') || !singleKeysOn()) return
    event.preventDefault()
    onPress()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.matches('input:not([type="radio"], [type="checkbox"]), textarea, select, [role="menu"] *')
  )
}
