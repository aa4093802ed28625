import { keepInTab, keptInTab } from '#components/ui/keep-in-tab.ts'

/** A draft outlives a reload, and the way to the sign-in and back, in its own tab. */
const STORED_AS = 'hap-rules-draft'

/** What somebody typed, and the rules it began from. */
export interface OwnDraft {
  readonly text: string
  /** Text of the rules that were in force then. */
  readonly base: string
}

/** What a person has not published yet; null when there is nothing. */
export function keptDraft(person: string): OwnDraft | null {
  const kept = keptInTab(STORED_AS)
  return isKept(kept) && kept.person === person ? kept.draft : null
}

export function keepDraft(person: string, draft: OwnDraft | null): void {
  keepInTab(STORED_AS, draft && { person, draft })
}

interface Kept {
  readonly person: string
  readonly draft: OwnDraft
}

/** Only this file writes it. */
function isKept(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null && 'person' in value && 'draft' in value
}
