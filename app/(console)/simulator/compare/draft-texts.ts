import { loadFromTab, saveToTab } from '#components/ui/tab-storage.ts'
import { RULES_DRAFT } from '../../rules/tab-drafts.ts'

/** Drafts in this tab: the person's own, and one from a link; null if absent. */
export interface DraftTexts {
  readonly draft: string | null
  readonly sent: string | null
}

export const NO_DRAFTS: DraftTexts = { draft: null, sent: null }

export function getDraftTexts(person: string): DraftTexts {
  return { draft: RULES_DRAFT.get(person)?.text ?? null, sent: getSentDraft() }
}

/** The draft of a link survives a reload in its tab and never replaces the person's own draft. */
const STORED_AS = 'hap-sent-draft'

function getSentDraft(): string | null {
  const stored = loadFromTab(STORED_AS)
  return typeof stored === 'string' ? stored : null
}

export function saveSentDraft(text: string): void {
  saveToTab(STORED_AS, text)
}
