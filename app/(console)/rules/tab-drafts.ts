import { createTabDraft } from '#components/ui/tab-storage.ts'

/** What somebody typed, and the rules it began from. */
export interface OwnDraft {
  readonly text: string
  /** Text of the rules that were in force then. */
  readonly base: string
}

/** Rules that are not published yet. */
export const RULES_DRAFT = createTabDraft<OwnDraft>('hap-rules-draft', 'draft')

/**
 * Pinned cases that are not published yet, as the text of a file, which readCasesFile takes, or empty; none while they are those of
 * the published rules. The simulator adds to them.
 */
export const OWN_CASES = createTabDraft<string>('hap-rules-cases', 'text')

/** Plans and platform regions by cluster from a file. */
export interface KeptImport {
  /** Unlike that of any other import of this tab. */
  readonly id: string
  /** Name of the file, or what stands for pasted text. */
  readonly name: string
  readonly clusters: number
  /** As formatPlansFile writes it. */
  readonly text: string
}

/** Imported plans of a person. They stay in the tab: the server does not store them. */
export const IMPORTED_PLANS = createTabDraft<KeptImport>('hap-rules-plans', 'plans')
