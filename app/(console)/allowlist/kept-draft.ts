import type { Edited } from './draft.ts'

/** A draft outlives a reload, and the way to the sign-in and back, in its own tab. */
const STORED_AS = 'hap-allowlist-draft'

/** What somebody has not saved yet; null when there is nothing, or the browser keeps nothing. */
export function keptDraft(person: string): Edited | null {
  try {
    const kept: unknown = JSON.parse(window.sessionStorage.getItem(STORED_AS) ?? 'null')
    return isKept(kept) && kept.person === person ? kept.edited : null
  } catch {
    return null
  }
}

export function keepDraft(person: string, edited: Edited | null): void {
  try {
    if (edited === null) window.sessionStorage.removeItem(STORED_AS)
    else window.sessionStorage.setItem(STORED_AS, JSON.stringify({ person, edited }))
  } catch {
    // a browser that keeps nothing; the draft lives as long as the page
  }
}

interface Kept {
  readonly person: string
  readonly edited: Edited
}

/** Only this file writes it. */
function isKept(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null && 'person' in value && 'edited' in value
}
