import type { QueryContext } from '#lib/queries/query-context.ts'
import { rulesetNamed } from '#lib/queries/rules/ruleset-named.ts'
import type { Db } from '#lib/store/database/client.ts'
import { parseSides } from './compare-input.ts'
import type { ComparedSides } from './compare-rules.ts'

/** Both sides with their rules; or a sentence that says what there is not. Throws ZodError, StoreError. */
export async function resolveSides(
  input: unknown,
  db: Db,
  context: QueryContext,
): Promise<ComparedSides | { problem: string }> {
  const { left, right } = parseSides(input)
  const a = await rulesetNamed(left.rules, db, context)
  if ('problem' in a) return a
  const b = await rulesetNamed(right.rules, db, context)
  if ('problem' in b) return b
  return {
    left: { ruleset: a.ruleset, semantics: left.semantics },
    right: { ruleset: b.ruleset, semantics: right.semantics },
  }
}
