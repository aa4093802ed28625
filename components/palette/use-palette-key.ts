import { useEffect, useEffectEvent } from 'react'

/** Calls back on ⌘K and Ctrl+K, also while somebody types; not while a dialog waits for an answer. `open`: the palette itself is. */
export function usePaletteKey(open: boolean, onPress: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
    // Browsers have something of their own on it, which nobody means here.
    event.preventDefault()
    if (open || !document.querySelector('dialog[open]')) onPress()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
