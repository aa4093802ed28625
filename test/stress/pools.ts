import type { Request } from '#lib/hap/request.ts'
import { awsRequest, trialRequest } from '../claims/schedules/test-rules.ts'

/** Pools of a stage: dedicated ones of two types, one of them also under EU access, and a shared one. */
export type StressPool = 'own' | 'eu' | 'gcp' | 'shared'

/** A request leads to a pool, or no rule matches it. */
export type StressTarget = StressPool | 'none'

/** Labels of the bindings in each. */
export const POOL_LABELS: Readonly<Record<StressPool, Readonly<Record<string, string>>>> = {
  own: { hyperscalerType: 'aws' },
  eu: { hyperscalerType: 'aws', euAccess: 'true' },
  gcp: { hyperscalerType: 'gcp' },
  shared: { hyperscalerType: 'aws', shared: 'true' },
}

/** A label that another value tells each write of somebody else by. */
export const FOREIGN_MARK = 'foreign-mark'

/** What leads to each. */
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
    case 'none':
      return { ...awsRequest(tenant), plan: 'no-such-plan' }
  }
}
