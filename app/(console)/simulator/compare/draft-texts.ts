import { RULES_DRAFT } from '../../rules/tab-drafts.ts'
import { sentDraft } from './sent-draft.ts'

/** Drafts of this tab: a person's own, and the one that came with a link; null where there is none. */
export interface DraftTexts {
  readonly draft: string | null
  readonly sent: string | null
}

export const NO_DRAFTS: DraftTexts = { draft: null, sent: null }

export function draftTexts(person: string): DraftTexts {
  return { draft: RULES_DRAFT.get(person)?.text ?? null, sent: sentDraft() }
}
