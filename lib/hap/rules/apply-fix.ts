import type { Edit, Fix } from './diagnostic.ts'

/** The rule texts after a fix; edits are applied from the last to the first, so that earlier positions stay true. */
export function applyFix(texts: readonly string[], fix: Fix): readonly string[] {
  const backwards = fix.edits.toReversed().sort((a, b) => placeOf(b) - placeOf(a) || columnOf(b) - columnOf(a))
  return backwards.reduce(applyEdit, texts)
}

function applyEdit(texts: readonly string[], edit: Edit): readonly string[] {
  if (edit.kind === 'insert') return texts.toSpliced(edit.before, 0, edit.text)
  if (edit.kind === 'remove') return texts.toSpliced(edit.rule, 1)
  const { rule, start, end } = edit.range
  return texts.map((text, index) => (index === rule ? text.slice(0, start) + edit.text + text.slice(end) : text))
}

function placeOf(edit: Edit): number {
  if (edit.kind === 'insert') return edit.before
  return edit.kind === 'remove' ? edit.rule : edit.range.rule
}

function columnOf(edit: Edit): number {
  return edit.kind === 'replace' ? edit.range.start : 0
}
