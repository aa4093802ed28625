import { useSyncExternalStore } from 'react'
import { useDraft } from '../use-draft.ts'
import { importedPlans, type KeptImport, keepImport, onImport } from './kept-import.ts'

interface ImportState {
  /** Null for none. */
  readonly imported: KeptImport | null
  /** Takes the place of what was imported before; null takes it away. */
  readonly keep: (plans: KeptImport | null) => void
}

/** The plans this person imported in this tab. */
export function useImport(): ImportState {
  const { person } = useDraft()
  const imported = useSyncExternalStore(
    onImport,
    () => importedPlans(person.name),
    () => null,
  )
  return { imported, keep: plans => keepImport(person.name, plans) }
}
