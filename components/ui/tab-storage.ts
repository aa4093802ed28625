/** Reads a value from session storage, which survives a reload; null when it is absent or the browser denies access. */
export function loadFromTab(name: string): unknown {
  try {
    return JSON.parse(window.sessionStorage.getItem(name) ?? 'null')
  } catch {
    return null
  }
}

/** Writes a JSON value to session storage; null removes it. Without access to the storage it does nothing. */
export function saveToTab(name: string, value: unknown): void {
  try {
    if (value === null) window.sessionStorage.removeItem(name)
    else window.sessionStorage.setItem(name, JSON.stringify(value))
  } catch {
    // The page works without the stored value.
  }
}

/** Clears the session storage of this tab. */
export function clearTab(): void {
  try {
    window.sessionStorage.clear()
  } catch {
    // Without access to session storage there is nothing to clear.
  }
}

/**
 * A draft: unsaved data of a person, stored per tab. It survives a reload and the round trip of a
 * sign-in.
 */
export interface TabDraft<T> {
  /** The draft of a person; null for none. Drafts of other persons in the same tab are ignored. */
  readonly get: (person: string) => T | null
  /** Stores the draft of a person; null deletes it. */
  readonly set: (person: string, draft: T | null) => void
  /** Calls `listener` when a draft changes. Returns the function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void
}

/**
 * Creates the draft stored under `name`, as `field` of an object that names the person. Without
 * session storage the draft lives as long as the page.
 */
export function createTabDraft<T>(name: string, field: string): TabDraft<T> {
  let current: { readonly person: string; readonly draft: T | null } | null = null
  const listeners = new Set<() => void>()
  return {
    get(person) {
      if (current?.person !== person) {
        const stored = loadFromTab(name)
        current = { person, draft: isOf(person, stored) ? ((stored[field] ?? null) as T | null) : null }
      }
      return current.draft
    },
    set(person, draft) {
      current = { person, draft }
      saveToTab(name, draft === null ? null : { person, [field]: draft })
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Checks the person only: no other code writes under the name, so the field has its type. */
function isOf(person: string, stored: unknown): stored is Readonly<Record<string, unknown>> {
  return typeof stored === 'object' && stored !== null && 'person' in stored && stored.person === person
}
