import { createTabDraft } from '#components/ui/tab-storage.ts'
import type { Edited } from './draft.ts'

/** Unsaved changes of allowlist and limits, stored per tab. */
export const ALLOWLIST_DRAFT = createTabDraft<Edited>('hap-allowlist-draft', 'edited')
