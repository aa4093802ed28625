import { keepInTab, keptInTab } from './keep-in-tab.ts'

/** Unsaved data of a person that survives a reload, and the way to the sign-in and back, in its own tab. */
export interface TabDraft<T> {
  /** The draft of a person; null for none. What another person left in the tab stays theirs. */
  readonly get: (person: string) => T | null
  /** Stores the draft of a person; null deletes it. */
  readonly set: (person: string, draft: T | null) => void
  /** Calls `listener` whenever a draft is set. Out: how to stop that. */
  readonly subscribe: (listener: () => void) => () => void
}

/** The draft stored under `name`, as `field` of an object that names the person. A browser without storage has it as long as the page. */
export function createTabDraft<T>(name: string, field: string): TabDraft<T> {
  let current: { readonly person: string; readonly draft: T | null } | null = null
  const listeners = new Set<() => void>()
  return {
    get(person) {
      if (current?.person !== person) {
        const stored = keptInTab(name)
        current = { person, draft: isOf(person, stored) ? ((stored[field] ?? null) as T | null) : null }
      }
      return current.draft
    },
    set(person, draft) {
      current = { person, draft }
      keepInTab(name, draft === null ? null : { person, [field]: draft })
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Only a draft writes under its name, so that its field has its type. */
function isOf(person: string, stored: unknown): stored is Readonly<Record<string, unknown>> {
  return typeof stored === 'object' && stored !== null && 'person' in stored && stored.person === person
}
