import type { CheckedDraft } from '../evaluation/checked-draft.ts'

/** The rule at a line and column of a checked draft, both from 1; null where there is none. */
export function ruleAt({ places }: Pick<CheckedDraft, 'places'>, line: number, column: number): number | null {
  let found: number | null = null
  for (let at = 0; at < places.length; at += 2) {
    if (places[at] !== line) continue
    // Of several rules on a line the last that begins before the column, else the first.
    if (found === null || (places[at + 1] ?? 0) <= column) found = at / 2
  }
  return found
}
