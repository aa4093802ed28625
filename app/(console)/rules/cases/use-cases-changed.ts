import { useSyncExternalStore } from 'react'
import { useDraft } from '../use-draft.ts'
import { casesText, onCases } from './kept-cases.ts'

/** Whether the person has other pinned cases than those published with the rules; runs none of them. */
export function useCasesChanged(): boolean {
  const { person, inForce } = useDraft()
  const own = useSyncExternalStore(
    onCases,
    () => casesText(person.name),
    () => null,
  )
  return own !== null && own !== inForce.pinned
}
