import { z } from 'zod'
import { CLUSTERS as CLUSTER_RESOURCE } from '#lib/operators/api/resources.ts'
import { getClusterDetail } from '#lib/queries/operators/cluster-detail.ts'
import { CLUSTER_LIST, exportClusters, listClusters } from '#lib/queries/operators/cluster-list.ts'
import { SUBSCRIPTION_LIST } from '#lib/queries/operators/subscription-list.ts'
import { runtime } from '#lib/runtime.ts'
import { CLUSTER_CREATION, ClusterInput, createCluster } from '#lib/services/resources/cluster-creation.ts'
import { previewCreation } from '#lib/services/resources/create-resource.ts'
import { DeletionInput, deleteCluster } from '#lib/services/resources/delete-resource.ts'
import {
  createResource,
  deleteResource,
  OBJECT_FIELDS,
  operatorsReply,
  previewResource,
  readEvents,
  readYaml,
  requireObject,
  resourceList,
} from './custom-resources.ts'
import { exportList } from './export-file.ts'
import { ListQuery } from './list-query.ts'
import { type Answer, answer, type Resource, read } from './operation.ts'
import { DeletionOffer } from './shared-schemas.ts'

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

const ClusterList = answer<Answer<typeof listClusters>>()(resourceList(ClusterRow))

type QueryDetail = Answer<typeof getClusterDetail>

/** The JSON form: extensions have any shape that Gardener defines. */
interface Detail extends Omit<QueryDetail, 'spec'> {
  readonly spec: Omit<QueryDetail['spec'], 'extensions'> & { readonly extensions?: Readonly<Record<string, unknown>> }
}

const ClusterDetail = answer<Detail>()(
  z.object({
    row: ClusterRow,
    spec: ClusterSpec,
    subscription: SUBSCRIPTION_LIST.schema.nullable(),
    lastOperation: z.object({ type: z.string(), state: z.string(), progress: z.number() }).nullable(),
    administrators: z.array(z.string()),
    kubeconfigs: z.number(),
    unrevoked: z.array(z.string()),
    deletion: DeletionOffer,
    ...OBJECT_FIELDS,
  }),
)

/** Clusters, the custom resource. */
export const CLUSTERS = {
  schemas: { ClusterList, ClusterDetail },
  routes: [
    read('/operators/clusters', {
      summary: 'List Clusters that match a search',
      query: ListQuery,
      answers: { 200: ClusterList },
      run: ({ context, query, request }) => operatorsReply(request, context, objects => listClusters(objects, query)),
    }),
    createResource('/operators/clusters', {
      summary: 'Create a Cluster; only an admin imports an existing one',
      body: ClusterInput,
      verb: 'create-cluster',
      create: createCluster,
    }),
    exportList('/operators/clusters/export', 'clusters', (_context, _known, request) =>
      exportClusters(runtime().operators, request),
    ),
    previewResource('/operators/clusters/preview', {
      summary: 'Preview the creation of a Cluster',
      body: ClusterInput,
      verb: 'create-cluster',
      preview: (context, call) => previewCreation(context, CLUSTER_CREATION, call),
    }),
    read('/operators/clusters/:name', {
      summary: 'Get a Cluster',
      answers: { 200: ClusterDetail },
      run: ({ params }) => requireObject('Cluster', params.name, getClusterDetail),
    }),
    deleteResource('/operators/clusters/:name/delete', {
      summary: 'Delete a Cluster',
      role: 'admin',
      body: DeletionInput,
      verb: 'delete-cluster',
      remove: deleteCluster,
    }),
    readEvents('/operators/clusters/:name/events', 'Cluster', getClusterDetail),
    readYaml('/operators/clusters/:name/yaml', CLUSTER_RESOURCE, 'Cluster', getClusterDetail),
  ],
} satisfies Resource
