import { SUBSCRIPTION_OPERATOR_NAME } from '#lib/auth/reserved-names.ts'
import type { GardenClient } from '#lib/garden/client/client.ts'
import type { SubscriptionRequest } from '#lib/operators/api/subscription-request.ts'
import type { EventRecorder } from '#lib/operators/framework/event-recorder.ts'
import type { WatchStore } from '#lib/operators/framework/watch-store.ts'
import type { ClaimCaller } from '#lib/services/claims/claim-audit.ts'
import type { ClaimRules } from '#lib/services/claims/claim-context.ts'
import type { ClaimService } from '#lib/services/claims/claim-service.ts'

/** Dependencies of the subscription operator. */
export interface SubscriptionContext {
  /** Client for the requests. */
  readonly client: Pick<GardenClient, 'patch' | 'apply'>
  readonly requests: Pick<WatchStore<SubscriptionRequest>, 'get'>
  readonly claims: Pick<ClaimService, 'claim' | 'get' | 'list' | 'release' | 'setCluster' | 'preview'>
  readonly events: Pick<EventRecorder, 'record'>
  /** Rules of the claim service. */
  rules(): ClaimRules
  /** Epoch milliseconds. */
  now(): number
}

/** Field manager of the status of SubscriptionRequests. */
export const STATUS_MANAGER = 'hap-subscription-operator'

/** Actor in claims and audit log. */
export const CALLER: ClaimCaller = { actor: { name: SUBSCRIPTION_OPERATOR_NAME, role: 'operator' }, requestId: null }
