import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { checkRulesFile } from '#lib/rules-file/check-rules-file.ts'
import type { Db } from '#lib/store/database/client.ts'
import { publicationAt } from '#lib/store/publications.ts'
import type { QueryContext } from '../query-context.ts'

/** Which rules are meant. Revision 0 is what was in force before the first one. */
export type RulesName =
  | { readonly kind: 'in-force' }
  | { readonly kind: 'draft'; readonly text: string }
  | { readonly kind: 'revision'; readonly number: number }

/** Those rules, read by today's plans; or a sentence that says why there are none. Throws StoreError for revisions. */
export async function rulesetNamed(
  name: RulesName,
  db: Db,
  { rules, semantics }: Pick<QueryContext, 'rules' | 'semantics'>,
): Promise<{ readonly ruleset: Ruleset } | { readonly problem: string }> {
  if (name.kind === 'in-force') return rules
  const policy = policyOf(semantics)
  if (name.kind === 'draft') {
    const { ruleset } = checkRulesFile(new TextEncoder().encode(name.text), rules.plans, policy)
    return ruleset ? { ruleset } : { problem: 'The draft has errors. The editor of the rules shows them.' }
  }
  const { number } = name
  const publication = await publicationAt(db, Math.max(1, number))
  if (publication === null) return { problem: `There is no revision ${number}.` }
  const texts = number === 0 ? publication.replaced : publication.texts
  const { ruleset } = Ruleset.from(texts, rules.plans, policy)
  return ruleset
    ? { ruleset }
    : {
        problem: `The rules of revision ${number} are not valid with the plans of today, so nothing can be decided by them.`,
      }
}
