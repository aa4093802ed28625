import { useEffect, useEffectEvent } from 'react'
import { isPageKey } from './page-key.ts'
import type { PageKey } from './shortcuts.ts'

/** Calls back when a single key is pressed that means the page. Never bind a key to something that changes data. */
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
