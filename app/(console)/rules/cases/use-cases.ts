import { useEffect, useMemo } from 'react'
import { useTabDraft } from '#components/ui/use-tab-draft.ts'
import type { PinnedCase } from '#lib/hap/cases/pinned-case.ts'
import type { CaseResult } from '#lib/hap/cases/run-cases.ts'
import { evaluation } from '../evaluation/evaluation.ts'
import { useAnswer } from '../evaluation/use-answer.ts'
import { useDraft } from '../use-draft.ts'
import { type CasesEdit, editCases } from './edit-cases.ts'
import { OWN_CASES } from './kept-cases.ts'

interface Cases {
  /** Null until they were read. */
  readonly cases: readonly PinnedCase[] | null
  /** What came of each under the draft, in the same order; null while the draft has errors, or was not checked yet. */
  readonly results: readonly CaseResult[] | null
  /** As a file, with the comments of the one that was imported; empty for none. */
  readonly text: string
  /** Whether they are others than those published with the rules in force. */
  readonly changed: boolean
  /** Changes the cases as they are when it is called; see editCases. Rejects while nobody can read them. */
  readonly change: (edit: CasesEdit, inverse: CasesEdit) => Promise<() => Promise<void>>
  /** Takes the text of a file that readCasesFile reads; null for the published ones. */
  readonly replace: (text: string | null) => void
}

/** The pinned cases, one's own or those published with the rules, evaluated anew whenever they or the draft change. */
export function useCases(): Cases {
  const { person, checked, inForce } = useDraft()
  const [own] = useTabDraft(OWN_CASES, person.name)
  const text = own ?? inForce.pinned
  useEffect(() => {
    // What is published is everybody's, and follows what others publish.
    if (own !== null && own === inForce.pinned) OWN_CASES.set(person.name, null)
  }, [own, inForce.pinned, person.name])
  const cases = useAnswer(
    'cases',
    useMemo(() => ({ text }), [text]),
  )
  const draft = checked?.valid ? checked.id : null
  const results = useAnswer(
    'results',
    useMemo(() => (draft === null ? null : { draft, cases: text }), [draft, text]),
  )
  return {
    cases: text === '' ? NONE : cases,
    results,
    text,
    changed: text !== inForce.pinned,
    change: (edit, inverse) => editCases({ person: person.name, pinned: inForce.pinned, read }, edit, inverse),
    replace: taken => OWN_CASES.set(person.name, taken),
  }
}

const read = (text: string) => evaluation.ask('cases', { text })

const NONE: readonly PinnedCase[] = []
