import { useEffect, useMemo } from 'react'
import { useTabDraft } from '#components/ui/use-tab-draft.ts'
import type { PinnedCase } from '#lib/hap/cases/pinned-case.ts'
import type { CaseResult } from '#lib/hap/cases/run-cases.ts'
import { writeCasesFile } from '#lib/rules-file/cases-file.ts'
import { evaluation } from '../evaluation/evaluation-thread.ts'
import { useAnswer } from '../evaluation/use-answer.ts'
import { OWN_CASES } from '../tab-drafts.ts'
import { useDraft } from '../use-draft.ts'

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

/** What makes other cases of some. */
export type CasesEdit = (cases: readonly PinnedCase[]) => readonly PinnedCase[]

/** The cases of a person, who has the published ones (`pinned`) until they change some. */
interface CasesOf {
  readonly person: string
  readonly pinned: string
  /** The cases of a text. */
  readonly read: (text: string) => Promise<readonly PinnedCase[]>
}

/**
 * Changes cases as they are at this moment: what a page shows may be of a moment ago, and what was changed since would be undone.
 * Out: what takes this change back, by `inverse` where others came after it. Throws what `read` throws; then nothing is changed.
 */
export async function editCases(of: CasesOf, edit: CasesEdit, inverse: CasesEdit): Promise<() => Promise<void>> {
  const { person, pinned, read } = of
  const now = () => OWN_CASES.get(person) ?? pinned
  for (;;) {
    const before = now()
    const cases = before === '' ? [] : await read(before)
    if (now() !== before) continue
    const edited = edit(cases)
    const after = edited.length === 0 ? '' : writeCasesFile(edited, before)
    OWN_CASES.set(person, after)
    return async () => {
      // As it was written, with its comments.
      if (now() === after) OWN_CASES.set(person, before)
      else await editCases(of, inverse, edit)
    }
  }
}
