import { createTabDraft } from '#components/ui/tab-draft.ts'

/** What somebody typed, and the rules it began from. */
export interface OwnDraft {
  readonly text: string
  /** Text of the rules that were in force then. */
  readonly base: string
}

/** Rules that are not published yet. */
export const RULES_DRAFT = createTabDraft<OwnDraft>('hap-rules-draft', 'draft')
