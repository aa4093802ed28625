import { keepInTab, keptInTab } from '#components/ui/keep-in-tab.ts'

/** Pinned cases outlive a reload in their tab, as the draft does; the simulator adds to them. */
const STORED_AS = 'hap-rules-cases'

interface Kept {
  readonly person: string
  readonly text: string
}

let current: Kept | null = null
const listeners = new Set<() => void>()

/** The pinned cases of a person as the text of a file, which readCasesFile takes; empty when there are none. */
export function casesText(person: string): string {
  if (current?.person !== person) {
    const kept = keptInTab(STORED_AS)
    current = isKept(kept) && kept.person === person ? kept : { person, text: '' }
  }
  return current.text
}

export function keepCases(person: string, text: string): void {
  current = { person, text }
  keepInTab(STORED_AS, text === '' ? null : current)
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
