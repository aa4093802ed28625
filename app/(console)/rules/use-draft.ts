import { createContext, type RefObject, useContext } from 'react'
import { useParameter } from '#components/address/use-parameter.ts'
import { useTabDraft } from '#components/ui/use-tab-draft.ts'
import type { RulesDetail } from '#lib/services/rules/get-rules.ts'
import type { Person } from '../person.ts'
import type { EditorSession } from './editor/editor-session.ts'
import type { CheckedDraft } from './evaluation/checked-draft.ts'
import { CASES_DRAFT } from './tab-drafts.ts'

/** The draft that all tabs of the page share. */
interface Draft {
  /** YAML or JSON in any form of a rules file, lines ended by \n. */
  readonly text: string
  /** Whether the text differs from the rules in force. */
  readonly changed: boolean
  /** Whether other rules came into force after the draft began. */
  readonly outdated: boolean
  /** The rules in force when the draft began; without changes, those in force now. */
  readonly base: string
  /** The rules in force, with plans and regions of the landscape. */
  readonly inForce: RulesDetail
  /**
   * The last check; null before the first one. It belongs to the current text if `checked.text`
   * equals it.
   */
  readonly checked: CheckedDraft | null
  readonly person: Person
  /** Why this person may not publish rules; null if the person may. */
  readonly refusal: string | null
  /** Replaces the draft; the editor shows the text and can undo it. */
  readonly change: (text: string) => void
  /** Reports a change that the editor made itself. */
  readonly edit: (text: string) => void
  /** Counts replacements from outside the editor. */
  readonly replacements: number
  /** State of the editor while another tab is open. */
  readonly editorSession: RefObject<EditorSession | null>
  /** Discards the draft. */
  readonly reset: () => void
  /** Bases this text on the rules in force now. */
  readonly rebase: (text: string) => void
}

export const DraftContext = createContext<Draft | null>(null)

/** Returns the draft of the page. Throws outside the page. */
export function useDraft(): Draft {
  const draft = useContext(DraftContext)
  if (draft === null) throw new Error('There is a draft on the page of rules only.')
  return draft
}

/** Whether the person's cases differ from the published ones. Runs no case. */
export function useCasesChanged(): boolean {
  const { person, inForce } = useDraft()
  const [own] = useTabDraft(CASES_DRAFT, person.name)
  return own !== null && own !== inForce.pinned
}

/** Returns the id of the tab in the search parameters, empty for the first tab, and a function that opens a tab. */
export function useTab(): ReturnType<typeof useParameter> {
  return useParameter('tab', { step: true })
}
