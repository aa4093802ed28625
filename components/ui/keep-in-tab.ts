/** What this tab keeps under a name, also over a reload; null for nothing, or where the browser keeps nothing. */
export function keptInTab(name: string): unknown {
  try {
    return JSON.parse(window.sessionStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

/** Keeps a value under a name in this tab; null takes it away. A browser that keeps nothing has it as long as the page. */
export function keepInTab(name: string, value: unknown): void {
  try {
    if (value === null) window.sessionStorage.removeItem(name)
    else window.sessionStorage.setItem(name, JSON.stringify(value))
  } catch {
    // It is a convenience.
  }
}

/** Takes away all that this tab keeps. */
export function forgetTab(): void {
  try {
    window.sessionStorage.clear()
  } catch {
    // Without access to session storage there is nothing to clear.
  }
}
