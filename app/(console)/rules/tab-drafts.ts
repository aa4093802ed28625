import { createTabDraft } from '#components/ui/tab-storage.ts'

/** Text of changed rules, with the rules it began with. */
export interface RulesDraft {
  readonly text: string
  /** Text of the rules that were in force when the draft began. */
  readonly base: string
}

/** Unpublished rules. */
export const RULES_DRAFT = createTabDraft<RulesDraft>('hap-rules-draft', 'draft')

/**
 * Unpublished pinned cases as the text of a cases file; empty means no cases. Unset while the
 * person has the published cases. The simulator adds cases too.
 */
export const CASES_DRAFT = createTabDraft<string>('hap-rules-cases', 'text')

/** Plans and platform regions by cluster from a file. */
export interface ImportedPlans {
  /** Unique among the imports of this tab. */
  readonly id: string
  /** Name of the file, or a label for pasted text. */
  readonly name: string
  readonly clusters: number
  /** Text in the format of formatPlansFile. */
  readonly text: string
}

/** Plans that a person imported. They stay in the tab: the server does not store them. */
export const IMPORTED_PLANS = createTabDraft<ImportedPlans>('hap-rules-plans', 'plans')
