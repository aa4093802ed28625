import { createContext, type RefObject, useContext } from 'react'
import { useTabDraft } from '#components/ui/use-tab-draft.ts'
import type { RulesDetail } from '#lib/services/rules/get-rules.ts'
import type { Person } from '../person.ts'
import type { KeptEditor } from './editor/editor-session.ts'
import type { CheckedDraft } from './evaluation/checked-draft.ts'
import { OWN_CASES } from './tab-drafts.ts'

/** The one draft that all tabs of the page share. */
interface Draft {
  /** YAML or JSON in any of the forms of a rule file, lines ended by \n. */
  readonly text: string
  /** Whether it is another text than that of the rules in force. */
  readonly changed: boolean
  /** Whether the rules in force changed since the draft began. */
  readonly outdated: boolean
  /** The rules in force when the draft began; those in force now as long as nothing is changed. */
  readonly base: string
  /** What is in force now, and what the landscape knows. */
  readonly inForce: RulesDetail
  /** The draft read and checked; null before the first time. `checked.text` tells whether it is that of the draft as it is now. */
  readonly checked: CheckedDraft | null
  readonly person: Person
  /** Why this person may not publish rules, as a sentence; null for who may. */
  readonly refusal: string | null
  /** Makes another text the draft; the editor shows it, and can undo it. */
  readonly change: (text: string) => void
  /** For the editor alone: its text was changed by hand. */
  readonly type: (text: string) => void
  /** Grows with each text that did not come from the editor. */
  readonly replacements: number
  /** What the editor keeps while another tab is open. */
  readonly kept: RefObject<KeptEditor | null>
  /** Back to the rules in force. */
  readonly reset: () => void
  /** Goes on from the rules in force now, with this text. */
  readonly rebase: (text: string) => void
}

export const DraftContext = createContext<Draft | null>(null)

/** The draft of the page, for everything on it. */
export function useDraft(): Draft {
  const draft = useContext(DraftContext)
  if (draft === null) throw new Error('There is a draft on the page of rules only.')
  return draft
}

/** Whether the person has other pinned cases than those published with the rules; runs none of them. */
export function useCasesChanged(): boolean {
  const { person, inForce } = useDraft()
  const [own] = useTabDraft(OWN_CASES, person.name)
  return own !== null && own !== inForce.pinned
}
