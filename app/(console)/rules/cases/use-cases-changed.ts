import { useTabDraft } from '#components/ui/use-tab-draft.ts'
import { useDraft } from '../use-draft.ts'
import { OWN_CASES } from './kept-cases.ts'

/** Whether the person has other pinned cases than those published with the rules; runs none of them. */
export function useCasesChanged(): boolean {
  const { person, inForce } = useDraft()
  const [own] = useTabDraft(OWN_CASES, person.name)
  return own !== null && own !== inForce.pinned
}
