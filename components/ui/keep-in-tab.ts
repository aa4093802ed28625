/** Reads a value from session storage, which survives a reload; null when it is absent or the browser denies access. */
export function keptInTab(name: string): unknown {
  try {
    return JSON.parse(window.sessionStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

/** Writes a JSON value to session storage; null removes it. Without access to the storage it does nothing. */
export function keepInTab(name: string, value: unknown): void {
  try {
    if (value === null) window.sessionStorage.removeItem(name)
    else window.sessionStorage.setItem(name, JSON.stringify(value))
  } catch {
    // The page works without the stored value.
  }
}

/** Clears the session storage of this tab. */
export function forgetTab(): void {
  try {
    window.sessionStorage.clear()
  } catch {
    // Without access to session storage there is nothing to clear.
  }
}
