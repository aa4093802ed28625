import { z } from 'zod'
import type { getKubeconfigDetail } from '#lib/queries/operators/kubeconfig-detail.ts'
import { KUBECONFIG_LIST, type listKubeconfigs } from '#lib/queries/operators/kubeconfig-list.ts'
import type { buildEventRow } from '#lib/queries/operators/object-detail.ts'
import type { createRequest } from '#lib/services/kubeconfigs/create-request.ts'
import type { previewRequest } from '#lib/services/kubeconfigs/plan-request.ts'
import type { revokeCluster } from '#lib/services/kubeconfigs/revoke-cluster.ts'
import { type Answer, answer } from '../answer.ts'
import { ConditionRow, FieldProblem, KindState, SearchError } from './shared.ts'

const KubeconfigRow = KUBECONFIG_LIST.schema

const RuleDetail = z.object({
  path: z.string(),
  namespace: z.string().nullable(),
  words: z.string(),
  refused: z.string().nullable(),
  verbs: z.array(z.string()),
  apiGroups: z.exactOptional(z.array(z.string())),
  resources: z.exactOptional(z.array(z.string())),
  resourceNames: z.exactOptional(z.array(z.string())),
  nonResourceURLs: z.exactOptional(z.array(z.string())),
})

const EventRow = z.object({
  id: z.string(),
  isWarning: z.boolean(),
  reason: z.string(),
  note: z.string(),
  count: z.number(),
  at: z.string().nullable(),
  by: z.string(),
})

export const KubeconfigList = answer<Answer<typeof listKubeconfigs>>()(
  z.object({
    kind: KindState,
    incomplete: z.string().nullable(),
    states: z.record(z.string(), z.number()),
    rows: z.array(KubeconfigRow),
    offset: z.number(),
    hits: z.number(),
    of: z.number(),
    errors: z.array(SearchError),
    unread: z.array(z.enum(['shoots', 'bindings'])),
  }),
)

export const KubeconfigDetail = answer<Answer<typeof getKubeconfigDetail>>()(
  z.object({
    row: KubeconfigRow,
    rules: z.array(RuleDetail),
    expiration: z.number(),
    secret: z.object({ name: z.string(), key: z.string() }).nullable(),
    account: z.object({ namespace: z.string(), name: z.string() }).nullable(),
    fingerprint: z.string().nullable(),
    rotatedAt: z.string().nullable(),
    obstacles: z.object({
      rotate: z.string().nullable(),
      revoke: z.string().nullable(),
      delete: z.string().nullable(),
      download: z.string().nullable(),
    }),
    unrevoked: z.array(z.string()),
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

export const KubeconfigCreation = answer<Answer<typeof createRequest>>()(
  z.union([
    z.object({ kind: z.literal('created'), name: z.string() }),
    z.object({ kind: z.literal('invalid'), problems: z.array(FieldProblem) }),
  ]),
)

export const KubeconfigPreview = answer<Answer<typeof previewRequest>>()(
  z.object({
    yaml: z.string().nullable(),
    problems: z.array(FieldProblem),
    hints: z.array(FieldProblem),
    refusal: z.string().nullable(),
  }),
)

export const ClusterRevocation = answer<Answer<typeof revokeCluster>>()(
  z.object({ revoked: z.array(z.string()), failed: z.array(z.object({ name: z.string(), why: z.string() })) }),
)

export const ObjectEvents = answer<{ events: ReturnType<typeof buildEventRow>[] }>()(
  z.object({ events: z.array(EventRow) }),
)
