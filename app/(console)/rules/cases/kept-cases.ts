import { createTabDraft } from '#components/ui/tab-draft.ts'

/**
 * Pinned cases that are not published yet, as the text of a file, which readCasesFile takes, or empty; none while they are those of
 * the published rules. The simulator adds to them.
 */
export const OWN_CASES = createTabDraft<string>('hap-rules-cases', 'text')
