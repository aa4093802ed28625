import { z } from 'zod'
import { RULES_VERBS } from '#lib/hap/analysis/rule-changes.ts'
import { impactSummary } from '#lib/hap/impact/impact.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { computeDraftImpact, loadPopulation, type PreviewServices } from '#lib/queries/impact/draft-impact.ts'
import { MAX_FILE_BYTES } from '#lib/rules-file/decode-text.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import { publicationAt } from '#lib/store/publications.ts'
import type { Store } from '#lib/store/store.ts'
import { logError } from '#lib/telemetry/log.ts'
import type { ConfigMapWriter } from './config-map-writer.ts'
import { MAX_NUMBER, ORDER_FIELDS, type PublishResult, publish } from './publish.ts'
import type { RulesContext, RulesRequest, RulesState } from './rules-context.ts'

/** Maximum characters of rules and cases together; a page can hardly send more. */
const MAX_TOGETHER = 1_950_000

export const PublishOrder = z
  .object({
    ...ORDER_FIELDS,
    /** The text of the draft, in any form of a rule file. */
    document: z.string().max(MAX_FILE_BYTES),
  })
  .refine(({ document, cases }) => document.length + (cases?.length ?? 0) <= MAX_TOGETHER, {
    error: 'the rules and the cases have more than 1.95 MB together',
  })

/**
 * Publishes rules, which are in force from then on. Throws NotAuthorisedError, AuditError or
 * another StoreError; the rules stay unchanged then, unless the message says that this is unknown.
 */
export function publishRules(context: RulesContext, request: RulesRequest): Promise<PublishResult> {
  return publish(context, request, {
    action: RULES_VERBS.publish,
    schema: PublishOrder,
    documentOf: async ({ document }) => ({ document, restores: null }),
  })
}

export const RollBackOrder = z.object({
  ...ORDER_FIELDS,
  /** Number of the revision to restore. */
  number: z.int().min(1).max(MAX_NUMBER),
})

/**
 * Publishes the rules of an older revision as a new one; the revisions in between stay. Throws the
 * errors of publishRules.
 */
export function rollBackRules(context: RulesContext, request: RulesRequest): Promise<PublishResult> {
  return publish(context, request, {
    action: RULES_VERBS.rollBack,
    schema: RollBackOrder,
    documentOf: async ({ number, basedOn }) => {
      if (number === basedOn) return { problem: `Revision ${number} is already in force.` }
      const older = await publicationAt(context.store.db, number)
      if (older === null) return { problem: `There is no revision ${number}.` }
      return { document: older.document, restores: number }
    },
  })
}

interface PublishServices extends PreviewServices {
  readonly store: Store
  readonly audit: AuditLog
  readonly rules: RulesState
  readonly rulesWriter: Pick<ConfigMapWriter, 'begin'>
}

/**
 * Publishes rules and starts to write the ConfigMap, without waiting for it. Throws the errors of
 * publishRules.
 */
export async function publishRevision(
  services: PublishServices,
  request: RulesRequest,
  publish: typeof publishRules,
): Promise<PublishResult> {
  const result = await publish(rulesContext(services), request)
  if (result.kind !== 'published') return result
  const { number, reason } = result.publication
  // The rules are published even if this read fails; the periodic refresh retries it.
  await services.rules.refresh().catch((error: unknown) => void logError(error))
  services.rulesWriter.begin({ user: request.user, requestId: request.requestId, number, reason })
  return result
}

function rulesContext(services: PublishServices): RulesContext {
  const { store, audit, rules, context } = services
  return {
    store,
    audit,
    plans: rules.active.plans,
    policy: policyOf(context().semantics),
    start: rules.start.ruleset,
    impact: async after => {
      const { population } = await loadPopulation(services, 'clusters', null)
      const { changes, concerns, unknown } = computeDraftImpact(context(), after, population)
      return impactSummary({ changes, concerns }, unknown.length)
    },
  }
}
