import type { PinnedCase } from '#lib/hap/cases/pinned-case.ts'
import { writeCasesFile } from '#lib/rules-file/write-cases-file.ts'
import { OWN_CASES } from './kept-cases.ts'

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
