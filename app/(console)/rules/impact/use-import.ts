import { useTabDraft } from '#components/ui/use-tab-draft.ts'
import { useDraft } from '../use-draft.ts'
import { IMPORTED_PLANS, type KeptImport } from './kept-import.ts'

interface ImportState {
  /** Null for none. */
  readonly imported: KeptImport | null
  /** Takes the place of what was imported before; null takes it away. */
  readonly keep: (plans: KeptImport | null) => void
}

/** The plans this person imported in this tab. */
export function useImport(): ImportState {
  const { person } = useDraft()
  const [imported, keep] = useTabDraft(IMPORTED_PLANS, person.name)
  return { imported, keep }
}
