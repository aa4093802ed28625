import { applyFix, type Fix } from '#lib/hap/rules/diagnostic.ts'
import type { RuleSource } from '#lib/hap/rules/rule-source.ts'
import { changeRules } from './change-rules.ts'

/** The text of a rule file after a fix; `source` is what was read from it. Null where the fix cannot be written there. */
export function fixRules(text: string, source: RuleSource, fix: Fix): string | null {
  if (source.kind === 'four-rules') return null
  const replacements = fix.edits.filter(edit => edit.kind === 'replace')
  const texts = applyFix(source.texts, { ...fix, edits: replacements })
  return changeRules(text, {
    replaced: new Map(replacements.map(({ range }) => [range.rule, texts[range.rule] ?? ''])),
    removed: new Set(fix.edits.flatMap(edit => (edit.kind === 'remove' ? [edit.rule] : []))),
    inserted: fix.edits.filter(edit => edit.kind === 'insert'),
  })
}
