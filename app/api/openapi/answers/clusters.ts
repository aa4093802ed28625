import { z } from 'zod'
import type { listUses } from '#lib/queries/operators/binding-uses.ts'
import type { getClusterDetail } from '#lib/queries/operators/cluster-detail.ts'
import { CLUSTER_LIST, type listClusters } from '#lib/queries/operators/cluster-list.ts'
import type { CreateResult, CreationPreview } from '#lib/services/resources/create-resource.ts'
import { type Answer, answer } from '../answer.ts'
import { ConditionRow, DeletionOffer, FieldProblem, KindState, SearchError, SubscriptionRow } from './shared.ts'

const ClusterRow = CLUSTER_LIST.schema

const OidcConfig = z.object({
  clientID: z.string(),
  issuerURL: z.string(),
  groupsClaim: z.exactOptional(z.string()),
  signingAlgs: z.exactOptional(z.array(z.string())),
  usernameClaim: z.exactOptional(z.string()),
  usernamePrefix: z.exactOptional(z.string()),
})

const ClusterInfrastructure = z.object({
  machineType: z.string(),
  autoScalerMin: z.number(),
  autoScalerMax: z.number(),
  provider: z.enum(['aws', 'azure', 'gcp', 'openstack', 'alicloud', 'gdch']),
  numberOfZones: z.number(),
  subscriptionSelector: z.string(),
  providerConfig: z.exactOptional(z.record(z.string(), z.unknown())),
})

const ClusterSpec = z.object({
  core: z.exactOptional(
    z.object({ purpose: z.exactOptional(z.string()), region: z.string(), platformRegion: z.exactOptional(z.string()) }),
  ),
  extensions: z.exactOptional(z.record(z.string(), z.unknown())),
  oidcConfig: z.exactOptional(OidcConfig),
  infrastructure: z.exactOptional(ClusterInfrastructure),
  kubeconfigSecretRef: z.exactOptional(z.object({ name: z.string(), key: z.string() })),
  euAccess: z.exactOptional(z.boolean()),
  administrators: z.exactOptional(z.array(z.string())),
})

export const ClusterList = answer<Answer<typeof listClusters>>()(
  z.object({
    kind: KindState,
    incomplete: z.string().nullable(),
    states: z.record(z.string(), z.number()),
    rows: z.array(ClusterRow),
    offset: z.number(),
    hits: z.number(),
    of: z.number(),
    errors: z.array(SearchError),
    unread: z.array(z.enum(['shoots', 'bindings'])),
  }),
)

type Told = Answer<typeof getClusterDetail>

/** The JSON form: extensions have any shape that Gardener defines, and missing values are null. */
interface Detail extends Omit<Told, 'spec' | 'lastOperation'> {
  readonly spec: Omit<Told['spec'], 'extensions'> & { readonly extensions?: Readonly<Record<string, unknown>> }
  readonly lastOperation: NonNullable<Told['lastOperation']> | null
}

export const ClusterDetail = answer<Detail>()(
  z.object({
    row: ClusterRow,
    spec: ClusterSpec,
    subscription: SubscriptionRow.nullable(),
    lastOperation: z.object({ type: z.string(), state: z.string(), progress: z.number() }).nullable(),
    administrators: z.array(z.string()),
    kubeconfigs: z.number(),
    unrevoked: z.array(z.string()),
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

export const ResourceCreation = answer<CreateResult>()(
  z.union([
    z.object({ kind: z.literal('created'), name: z.string() }),
    z.object({ kind: z.literal('invalid'), problems: z.array(FieldProblem) }),
  ]),
)

export const ResourcePreview = answer<CreationPreview>()(
  z.object({ yaml: z.string().nullable(), problems: z.array(FieldProblem), refusal: z.string().nullable() }),
)

export const ResourceUses = answer<Answer<typeof listUses>>()(
  z.object({
    uses: z.array(
      z.object({
        kind: z.enum(['Cluster', 'SubscriptionRequest']),
        name: z.string(),
        state: z.enum(['failed', 'waiting', 'new', 'deleting', 'in-progress', 'ready']),
      }),
    ),
    total: z.number(),
  }),
)
