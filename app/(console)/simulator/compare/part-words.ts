import type { ComparedPart } from '#lib/queries/simulator/compare-rules.ts'

/** What may differ, as the head of its row. */
export const PART_WORDS: Readonly<Record<ComparedPart, string>> = {
  rule: 'Rule',
  selector: 'Selector',
  pool: 'Pool',
  outcome: 'Outcome',
  account: 'Account',
}

/** Parts as a fragment: `rule, pool`. */
export function partsText(parts: readonly ComparedPart[]): string {
  return parts.map(part => PART_WORDS[part].toLowerCase()).join(', ')
}
