import { formatRule } from '#lib/hap/rules/rule.ts'
import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { isPlainText } from '#lib/hap/text/text.ts'
import { checkRulesFile } from '#lib/rules-file/check-rules-file.ts'
import { rulesRevision } from '#lib/services/claims/rules-revision.ts'
import type { NamedRules } from '#lib/store/rules/save-publication.ts'
import type { RulesContext } from './rules-context.ts'

/** Problems that are told; the editor has them all. */
const MOST_PROBLEMS = 20

interface CheckedDocument {
  readonly ruleset: Ruleset
  readonly rules: NamedRules
  /** The document without what no text has, as a byte order mark. */
  readonly document: string
}

/** Reads and checks the text of a draft. Out: its rules, or what is wrong with it in sentences that begin with the line. */
export function checkDocument(
  text: string,
  { plans, policy }: Pick<RulesContext, 'plans' | 'policy'>,
): CheckedDocument | { readonly problems: readonly string[] } {
  const { read, ruleset, findings } = checkRulesFile(new TextEncoder().encode(text), plans, policy)
  if (!('file' in read) || ruleset === null) {
    const errors = findings.filter(({ severity }) => severity === 'error')
    const told = errors.slice(0, MOST_PROBLEMS).map(({ message, place, hint }) => {
      return [place && `Line ${place.line}:`, message, hint].filter(Boolean).join(' ')
    })
    return { problems: errors.length > told.length ? [...told, `${errors.length - told.length} more.`] : told }
  }
  const rules = namedRules(ruleset)
  // They are read from this writing later; names that only KEB accepts may not survive it (D3).
  const again = rules.texts.every(isPlainText) ? Ruleset.from(rules.texts, plans, policy).ruleset : null
  if (again === null || namedRules(again).revision !== rules.revision) {
    const problem =
      'A rule has a name that cannot be written so that it reads back the same. Use letters, digits and -.'
    return { problems: [problem] }
  }
  return { ruleset, rules, document: read.file.text }
}

/** Rules in their canonical writing, under the name claims give them. */
export function namedRules(ruleset: Ruleset): NamedRules {
  return { revision: rulesRevision(ruleset), texts: ruleset.rules.map(formatRule) }
}
