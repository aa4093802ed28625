import { z } from 'zod'
import type { getSubscriptionDetail } from '#lib/queries/operators/subscription-detail.ts'
import type { listSubscriptions } from '#lib/queries/operators/subscription-list.ts'
import { type Answer, answer } from '../answer.ts'
import { ConditionRow, DeletionOffer, KindState, SearchError, SubscriptionRow } from './shared.ts'

const SubscriptionRequestSpec = z.object({
  provider: z.enum(['aws', 'azure', 'gcp', 'openstack', 'alicloud', 'gdch']),
  subscriptionSelector: z.string(),
  plan: z.exactOptional(z.string()),
  region: z.exactOptional(z.string()),
  platformRegion: z.exactOptional(z.string()),
  euAccess: z.exactOptional(z.boolean()),
  cluster: z.exactOptional(z.string()),
})

export const SubscriptionList = answer<Answer<typeof listSubscriptions>>()(
  z.object({
    kind: KindState,
    incomplete: z.string().nullable(),
    states: z.record(z.string(), z.number()),
    rows: z.array(SubscriptionRow),
    offset: z.number(),
    hits: z.number(),
    of: z.number(),
    errors: z.array(SearchError),
    unread: z.array(z.enum(['shoots', 'bindings'])),
  }),
)

export const SubscriptionDetail = answer<Answer<typeof getSubscriptionDetail>>()(
  z.object({
    row: SubscriptionRow,
    spec: SubscriptionRequestSpec,
    hyperscalerType: z.string().nullable(),
    givenBack: z.boolean(),
    deletion: DeletionOffer,
    kind: KindState,
    namespace: z.string(),
    uid: z.string(),
    resourceVersion: z.string(),
    generation: z.number(),
    observedGeneration: z.number().nullable(),
    deletedAt: z.string().nullable(),
    finalizers: z.array(z.string()),
    conditions: z.array(ConditionRow),
  }),
)
