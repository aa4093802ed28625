import type { Request } from '#lib/hap/request.ts'
import { DEFAULT_RULES } from '#lib/hap/rules/rule.ts'
import type { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { awsRequest, rulesetOf, trialRequest } from '../claims/schedules/test-rules.ts'

/** Pools of a stage: dedicated ones of two types, one of them also under EU access, and a shared one. */
export type StressPool = 'own' | 'eu' | 'gcp' | 'shared'

/** A request selects a pool, one that its tenant alone uses, or no rule matches it. */
export type StressTarget = StressPool | 'alone' | 'none'

/** A request of plan free selects a pool of its region. */
export const STRESS_RULES: Ruleset = rulesetOf(DEFAULT_RULES.map(rule => (rule === 'free' ? 'free -> HR' : rule)))

/** Labels of the bindings in each pool. */
export const POOL_LABELS: Readonly<Record<StressPool, Readonly<Record<string, string>>>> = {
  own: { hyperscalerType: 'aws' },
  eu: { hyperscalerType: 'aws', euAccess: 'true' },
  gcp: { hyperscalerType: 'gcp' },
  shared: { hyperscalerType: 'aws', shared: 'true' },
}

/** A label whose value identifies each write of another client. */
export const FOREIGN_MARK = 'foreign-mark'

/** Labels of the bindings in a pool that only this tenant uses. */
export function labelsAlone(tenant: string): Readonly<Record<string, string>> {
  return { hyperscalerType: `aws_${tenant}` }
}

/** A request for each pool. */
export function requestFor(pool: StressTarget, tenant: string): Request {
  switch (pool) {
    case 'own':
      return awsRequest(tenant)
    case 'eu':
      return { ...awsRequest(tenant), platformRegion: 'cf-eu11' }
    case 'gcp':
      return { ...awsRequest(tenant), plan: 'gcp', provider: 'gcp', hyperscalerRegion: 'europe-west3' }
    case 'shared':
      return trialRequest(tenant)
    case 'alone':
      return { ...awsRequest(tenant), plan: 'free', hyperscalerRegion: tenant }
    case 'none':
      return { ...awsRequest(tenant), plan: 'no-such-plan' }
  }
}
