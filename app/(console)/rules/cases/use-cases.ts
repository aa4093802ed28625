import { useEffect, useMemo } from 'react'
import { useTabDraft } from '#components/ui/use-tab-draft.ts'
import type { PinnedCase } from '#lib/hap/cases/pinned-case.ts'
import type { CaseResult } from '#lib/hap/cases/run-cases.ts'
import { writeCasesFile } from '#lib/rules-file/cases-file.ts'
import { evaluation } from '../evaluation/evaluation-thread.ts'
import { useAnswer } from '../evaluation/use-answer.ts'
import { CASES_DRAFT } from '../tab-drafts.ts'
import { useDraft } from '../use-draft.tsx'

interface Cases {
  /** Null until the worker has parsed them. */
  readonly cases: readonly PinnedCase[] | null
  /**
   * Result of each case under the draft, in the same order; null while the draft has errors or is
   * not checked.
   */
  readonly results: readonly CaseResult[] | null
  /** The text of the cases file, with its comments; empty without cases. */
  readonly text: string
  /** Whether the cases differ from those published with the rules in force. */
  readonly changed: boolean
  /** Edits the current cases; see editCases. Rejects when the worker cannot parse them. */
  readonly change: (edit: CasesEdit, inverse: CasesEdit) => Promise<() => Promise<void>>
  /** Replaces the text of the cases file; null restores the published cases. */
  readonly replace: (text: string | null) => void
}

/**
 * Returns the pinned cases, drafted or published, and runs them after each change of the cases or
 * of the draft.
 */
export function useCases(): Cases {
  const { person, checked, inForce } = useDraft()
  const [own] = useTabDraft(CASES_DRAFT, person.name)
  const text = own ?? inForce.pinned
  useEffect(() => {
    // A draft equal to the published cases would hide later publications, so the effect discards
    // it.
    if (own !== null && own === inForce.pinned) CASES_DRAFT.set(person.name, null)
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
    replace: taken => CASES_DRAFT.set(person.name, taken),
  }
}

const read = (text: string) => evaluation.ask('cases', { text })

const NONE: readonly PinnedCase[] = []

/** Maps a list of cases to the edited list. */
export type CasesEdit = (cases: readonly PinnedCase[]) => readonly PinnedCase[]

/** The cases of a person: the draft in the tab, or `pinned`, the text published with the rules. */
interface CasesSource {
  readonly person: string
  readonly pinned: string
  /** Parses the text of a cases file. */
  readonly read: (text: string) => Promise<readonly PinnedCase[]>
}

/**
 * Edits the cases as they are in the tab at this moment, because another part of the page may have
 * changed them since they were rendered. Returns a function that undoes the edit; it applies
 * `inverse` when other edits followed. Rejects with the error of `read` and then changes nothing.
 */
export async function editCases(
  source: CasesSource,
  edit: CasesEdit,
  inverse: CasesEdit,
): Promise<() => Promise<void>> {
  const { person, pinned, read } = source
  const getText = () => CASES_DRAFT.get(person) ?? pinned
  for (;;) {
    const before = getText()
    const cases = before === '' ? [] : await read(before)
    if (getText() !== before) continue
    const edited = edit(cases)
    const after = edited.length === 0 ? '' : writeCasesFile(edited, before)
    CASES_DRAFT.set(person, after)
    return async () => {
      // Restores the text with its comments.
      if (getText() === after) CASES_DRAFT.set(person, before)
      else await editCases(source, inverse, edit)
    }
  }
}
