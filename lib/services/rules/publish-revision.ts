import { impactSummary } from '#lib/hap/impact/impact.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { draftImpact } from '#lib/queries/impact/draft-impact.ts'
import { loadPopulation, type PreviewServices } from '#lib/queries/impact/preview-draft.ts'
import type { AuditLog } from '#lib/store/audit/audit-log.ts'
import type { Store } from '#lib/store/store.ts'
import { logError } from '#lib/telemetry/log.ts'
import type { ConfigMapWriter } from './config-map-writer.ts'
import type { PublishResult } from './publish.ts'
import type { publishRules } from './publish-rules.ts'
import type { RulesContext, RulesRequest, RulesState } from './rules-context.ts'

interface PublishServices extends PreviewServices {
  readonly store: Store
  readonly audit: AuditLog
  readonly rules: RulesState
  readonly rulesWriter: Pick<ConfigMapWriter, 'begin'>
}

/** Publishes rules and starts to write the ConfigMap, without waiting for it. Throws as publishRules does. */
export async function publishRevision(
  services: PublishServices,
  request: RulesRequest,
  publish: typeof publishRules,
): Promise<PublishResult> {
  const result = await publish(rulesContext(services), request)
  if (result.kind !== 'published') return result
  const { number, reason } = result.publication
  // What is not read now is read in a moment by itself: the rules are published all the same.
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
      const { changes, concerns, unknown } = draftImpact(context(), after, population)
      return impactSummary({ changes, concerns }, unknown.length)
    },
  }
}
