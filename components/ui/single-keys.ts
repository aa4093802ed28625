const STORED_AS = 'hap-single-keys'
const listeners = new Set<() => void>()

/** Whether single keys such as j, k and / act on the page. On unless this browser's user switched them off. */
export function singleKeysOn(): boolean {
  try {
    return window.localStorage.getItem(STORED_AS) !== 'off'
  } catch {
    return true // a browser that keeps nothing
  }
}

export function setSingleKeys(on: boolean): void {
  try {
    if (on) window.localStorage.removeItem(STORED_AS)
    else window.localStorage.setItem(STORED_AS, 'off')
  } catch {
    return // it cannot be kept, so it does not change
  }
  for (const listener of listeners) listener()
}

export function onSingleKeys(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
