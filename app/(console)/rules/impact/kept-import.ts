import { keepInTab, keptInTab } from '#components/ui/keep-in-tab.ts'

/** Imported plans outlive a reload in their tab, as the draft does: nobody else sees them, and nothing is left of them on the server. */
const STORED_AS = 'hap-rules-plans'

/** Plans and platform regions by cluster from a file. */
export interface KeptImport {
  /** Unlike that of any other import of this tab. */
  readonly id: string
  /** Name of the file, or what stands for pasted text. */
  readonly name: string
  readonly clusters: number
  /** As writePlansFile writes it. */
  readonly text: string
}

interface Kept {
  readonly person: string
  readonly plans: KeptImport | null
}

let current: Kept | null = null
const listeners = new Set<() => void>()

/** What a person imported; null for nothing. */
export function importedPlans(person: string): KeptImport | null {
  if (current?.person !== person) {
    const kept = keptInTab(STORED_AS)
    current = isKept(kept) && kept.person === person ? kept : { person, plans: null }
  }
  return current.plans
}

export function keepImport(person: string, plans: KeptImport | null): void {
  current = { person, plans }
  keepInTab(STORED_AS, plans && current)
  for (const listener of listeners) listener()
}

/** Calls `listener` whenever another file is imported. Returns how to stop that. */
export function onImport(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Only this file writes it. */
function isKept(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null && 'person' in value && 'plans' in value
}
