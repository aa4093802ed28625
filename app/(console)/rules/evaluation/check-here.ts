import { checkDraft } from '../check-draft.ts'
import { type CheckedDraft, checkedDraft } from './checked-draft.ts'
import type { Asked } from './questions.ts'

/** A text this short is checked in a fraction of a frame, sooner than another thread answers; also one of the worst kind. */
const MOST_CHARACTERS = 12_000
const MOST_LINES = 400

/** A draft checked in the thread of the page; null for one that may take longer than a frame. */
export function checkHere({ id, text, known }: Asked<'check'>): CheckedDraft | null {
  if (text.length > MOST_CHARACTERS || text.split('\n', MOST_LINES + 1).length > MOST_LINES) return null
  return checkedDraft(id, text, checkDraft(text, known))
}
