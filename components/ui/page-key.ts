import { useEffect, useEffectEvent } from 'react'
import type { PageKey } from './shortcuts.ts'

/**
 * Whether a key event is a shortcut of the page: not in a text field or dialog, without modifier,
 * and single keys are enabled (WCAG 2.1.4).
 */
export function isPageKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false
  return !isTyping(event.target) && !document.querySelector('dialog[open]') && areSingleKeysOn()
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    target.matches('input:not([type="radio"], [type="checkbox"]), textarea, select, [role="menu"] *')
  )
}

/** Calls back on a shortcut of the page. Never bind a key to an action that changes data. */
export function usePageKey(key: PageKey, onPress: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== key || !isPageKey(event)) return
    event.preventDefault()
    onPress()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}

const STORED_AS = 'hap-single-keys'
const listeners = new Set<() => void>()

/** Whether single keys such as j, k and / act on the page. On unless this browser's user switched them off. */
export function areSingleKeysOn(): boolean {
  try {
    return window.localStorage.getItem(STORED_AS) !== 'off'
  } catch {
    return true // Without access to local storage.
  }
}

export function setSingleKeys(on: boolean): void {
  try {
    if (on) window.localStorage.removeItem(STORED_AS)
    else window.localStorage.setItem(STORED_AS, 'off')
  } catch {
    return // Without access to local storage the setting does not change.
  }
  for (const listener of listeners) listener()
}

export function subscribeToSingleKeys(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
