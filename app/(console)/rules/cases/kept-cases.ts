import { keepInTab, keptInTab } from '#components/ui/keep-in-tab.ts'

/** Pinned cases that nobody has published yet outlive a reload in their tab, as the draft does; the simulator adds to them. */
const STORED_AS = 'hap-rules-cases'

interface Kept {
  readonly person: string
  /** Null for none of one's own. */
  readonly text: string | null
}

let current: Kept | null = null
const listeners = new Set<() => void>()

/** A person's own cases as the text of a file, which readCasesFile takes, or empty; null while they are those of the published rules. */
export function casesText(person: string): string | null {
  if (current?.person !== person) {
    const kept = keptInTab(STORED_AS)
    current = isKept(kept) && kept.person === person ? kept : { person, text: null }
  }
  return current.text
}

export function keepCases(person: string, text: string | null): void {
  current = { person, text }
  keepInTab(STORED_AS, text === null ? null : current)
  for (const listener of listeners) listener()
}

/** Calls `listener` whenever the cases change. Returns how to stop that. */
export function onCases(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Only this file writes it. */
function isKept(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null && 'person' in value && 'text' in value
}
