import type { CheckedDraft } from '../check-draft.ts'

/** First column of each rule of a line, from 1, with the rule's place in the list. */
type RulesOfLine = readonly { readonly column: number; readonly rule: number }[]

const known = new WeakMap<CheckedDraft, ReadonlyMap<number, RulesOfLine>>()

/** The rule at a line and column of a checked draft, both from 1; null where there is none. */
export function ruleAt(checked: CheckedDraft, line: number, column: number): number | null {
  const rules = placesOf(checked).get(line) ?? []
  return (rules.findLast(place => place.column <= column) ?? rules[0])?.rule ?? null
}

function placesOf(checked: CheckedDraft): ReadonlyMap<number, RulesOfLine> {
  const made = known.get(checked)
  if (made) return made
  const lines = new Map<number, { column: number; rule: number }[]>()
  if ('file' in checked.read && checked.read.file.source.kind === 'list') {
    const { source, placeOf } = checked.read.file
    for (const rule of source.texts.keys()) {
      const { line, column } = placeOf(rule, 0)
      const places = lines.get(line)
      if (places) places.push({ column, rule })
      else lines.set(line, [{ column, rule }])
    }
  }
  known.set(checked, lines)
  return lines
}
