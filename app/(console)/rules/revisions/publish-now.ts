import { impactSummary } from '#lib/hap/impact/impact-summary.ts'
import { policyOf } from '#lib/hap/semantics/policy.ts'
import { draftImpact } from '#lib/queries/impact/draft-impact.ts'
import { runtime } from '#lib/runtime.ts'
import type { PublishResult } from '#lib/services/rules/publish.ts'
import type { publishRules } from '#lib/services/rules/publish-rules.ts'
import type { RulesContext, RulesRequest } from '#lib/services/rules/rules-context.ts'
import { logError } from '#lib/telemetry/log.ts'
import { populationNow } from '../impact/impact-now.ts'

/** Publishes rules for a page or the API; the ConfigMap is written afterwards, without anybody waiting for it. Throws as publishRules does. */
export async function publishNow(request: RulesRequest, publish: typeof publishRules): Promise<PublishResult> {
  const result = await publish(rulesContext(), request)
  if (result.kind !== 'published') return result
  const { number, reason } = result.publication
  // What is not read now is read in a moment by itself: the rules are published all the same.
  await runtime()
    .rules.refresh()
    .catch((error: unknown) => void logError(error))
  runtime().rulesWriter.begin({ user: request.user, requestId: request.requestId, number, reason })
  return result
}

function rulesContext(): RulesContext {
  const { store, audit, rules, context } = runtime()
  return {
    store,
    audit,
    plans: rules.active.plans,
    policy: policyOf(context().semantics),
    start: rules.start.ruleset,
    impact: async after => {
      const { population } = await populationNow('clusters', null)
      const { changes, concerns, unknown } = draftImpact(context(), after, population)
      return impactSummary({ changes, concerns }, unknown.length)
    },
  }
}
