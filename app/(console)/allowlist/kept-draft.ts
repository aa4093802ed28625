import { keepInTab, keptInTab } from '#components/ui/keep-in-tab.ts'
import type { Edited } from './draft.ts'

/** A draft outlives a reload, and the way to the sign-in and back, in its own tab. */
const STORED_AS = 'hap-allowlist-draft'

/** What somebody has not saved yet; null when there is nothing. */
export function keptDraft(person: string): Edited | null {
  const kept = keptInTab(STORED_AS)
  return isKept(kept) && kept.person === person ? kept.edited : null
}

export function keepDraft(person: string, edited: Edited | null): void {
  keepInTab(STORED_AS, edited && { person, edited })
}

interface Kept {
  readonly person: string
  readonly edited: Edited
}

/** Only this file writes it. */
function isKept(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null && 'person' in value && 'edited' in value
}
