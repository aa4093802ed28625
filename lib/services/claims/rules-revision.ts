import { createHash } from 'node:crypto'
import { formatRule } from '#lib/hap/rules/rule.ts'
import type { Ruleset } from '#lib/hap/rules/ruleset.ts'

const revisions = new WeakMap<Ruleset, string>()

/** A name for a set of rules: the same rules have the same, wherever they come from. */
export function rulesRevision(ruleset: Ruleset): string {
  let revision = revisions.get(ruleset)
  if (revision === undefined) {
    const texts = ruleset.rules.map(formatRule).join('\n')
    revision = createHash('sha256').update(texts).digest('hex').slice(0, 12)
    revisions.set(ruleset, revision)
  }
  return revision
}
