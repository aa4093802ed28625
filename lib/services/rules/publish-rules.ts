import { z } from 'zod'
import { RULES_VERBS } from '#lib/hap/analysis/rule-changes.ts'
import { MOST_BYTES } from '#lib/rules-file/decode-text.ts'
import { ORDER_FIELDS } from './order-fields.ts'
import { type PublishResult, publish } from './publish.ts'
import type { RulesContext, RulesRequest } from './rules-context.ts'

/** Characters of rules and cases; a page can hardly send more. */
const MOST_TOGETHER = 1_950_000

export const PublishOrder = z
  .object({
    ...ORDER_FIELDS,
    /** The text of the draft, in any form of a rule file. */
    document: z.string().max(MOST_BYTES),
  })
  .refine(({ document, cases }) => document.length + (cases?.length ?? 0) <= MOST_TOGETHER, {
    error: 'the rules and the cases have more than 1.95 MB together',
  })

/**
 * Publishes rules: from then on everything decides by them. Throws NotAuthorisedError, AuditError or another StoreError; each leaves the
 * rules as they were, except where the message says that this is not known.
 */
export function publishRules(context: RulesContext, request: RulesRequest): Promise<PublishResult> {
  return publish(context, request, {
    action: RULES_VERBS.publish,
    schema: PublishOrder,
    documentOf: async ({ document }) => ({ document, restores: null }),
  })
}
