import { z } from 'zod'
import { RULES_VERBS } from '#lib/hap/analysis/rule-changes.ts'
import { publicationAt } from '#lib/store/rules/publication.ts'
import { MOST_NUMBER, ORDER_FIELDS } from './order-fields.ts'
import { type PublishResult, publish } from './publish.ts'
import type { RulesContext, RulesRequest } from './rules-context.ts'

export const RollBackOrder = z.object({
  ...ORDER_FIELDS,
  /** Of the revision whose rules are to be in force again. */
  number: z.int().min(1).max(MOST_NUMBER),
})

/** Publishes the rules of an older revision again, under a number of its own: what was published in between stays. Throws as publishRules does. */
export function rollBackRules(context: RulesContext, request: RulesRequest): Promise<PublishResult> {
  return publish(context, request, {
    action: RULES_VERBS.rollBack,
    schema: RollBackOrder,
    documentOf: async ({ number, basedOn }) => {
      if (number === basedOn) return { problem: `Revision ${number} is in force already.` }
      const older = await publicationAt(context.store.db, number)
      if (older === null) return { problem: `There is no revision ${number}.` }
      return { document: older.document, restores: number }
    },
  })
}
