import { useEffect, useEffectEvent } from 'react'

/** Calls back on ⌘K and Ctrl+K, even in text fields, but not while another dialog is open. `open`: the palette is. */
export function usePaletteKey(open: boolean, onPress: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== 'k' || !(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
    // Overrides the browser's shortcut on the same keys.
    event.preventDefault()
    if (open || !document.querySelector('dialog[open]')) onPress()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
