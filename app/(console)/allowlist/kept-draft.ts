import { createTabDraft } from '#components/ui/tab-draft.ts'
import type { Edited } from './draft.ts'

/** Changes of allowlist and limits that are not saved yet. */
export const ALLOWLIST_DRAFT = createTabDraft<Edited>('hap-allowlist-draft', 'edited')
