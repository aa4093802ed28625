import { z } from 'zod'
import { ExportQuery, ListQuery } from '#app/api/list-query.ts'
import { BindingUsesQuery, GlobalAccountUsesQuery } from '#app/api/small-queries.ts'
import { RequestInput } from '#lib/services/kubeconfigs/request-input.ts'
import { RevocationInput } from '#lib/services/kubeconfigs/revoke-cluster.ts'
import { ClusterInput } from '#lib/services/resources/cluster-creation.ts'
import { DeletionInput } from '#lib/services/resources/delete-resource.ts'
import { SeenInput } from '#lib/services/resources/order-input.ts'
import { SubscriptionInput } from '#lib/services/resources/subscription-creation.ts'
import { ClusterDetail, ClusterList, ResourceCreation, ResourcePreview, ResourceUses } from '../answers/clusters.ts'
import {
  ClusterRevocation,
  KubeconfigCreation,
  KubeconfigDetail,
  KubeconfigList,
  KubeconfigPreview,
  ObjectEvents,
} from '../answers/kubeconfigs.ts'
import { CleaningList, Controllers, Waiting } from '../answers/operators.ts'
import { SubscriptionDetail, SubscriptionList } from '../answers/subscription-requests.ts'
import { LIST_FILE, type Operation, type Operations } from '../operation.ts'
import { Named, ObjectYaml } from '../yaml-answer.ts'

const FILE: Operation = { summary: 'The same as a file', query: ExportQuery, answers: { 200: LIST_FILE } }
const EVENTS: Operation = { summary: 'What happened to it lately', answers: { 200: ObjectEvents } }
const YAML: Operation = { summary: 'It as the API server has it', answers: { 200: ObjectYaml } }

/** An action that the operator completes later. */
const asked = (summary: string, body: z.ZodType, role: 'operator' | 'admin' = 'operator'): Operation => ({
  summary,
  role,
  body,
  answers: { 202: Named },
})

/** Creates an object; 422 lists the problems by field. */
const made = (summary: string, body: z.ZodType, answer: z.ZodType): Operation => ({
  summary,
  role: 'operator',
  body,
  answers: { 201: answer, 422: answer },
})

/** Custom resources of the operators. */
export const OPERATOR_OPERATIONS: Operations = {
  '/api/v1/operators/clusters': {
    GET: { summary: 'Clusters that a search finds', query: ListQuery, answers: { 200: ClusterList } },
    POST: made('Create a Cluster; one that is there already is brought by an admin', ClusterInput, ResourceCreation),
  },
  '/api/v1/operators/clusters/export': { GET: FILE },
  '/api/v1/operators/clusters/preview': {
    POST: { summary: 'What creating a Cluster would say', body: ClusterInput, answers: { 200: ResourcePreview } },
  },
  '/api/v1/operators/clusters/:name': { GET: { summary: 'A Cluster', answers: { 200: ClusterDetail } } },
  '/api/v1/operators/clusters/:name/delete': { POST: asked('Delete a Cluster', DeletionInput, 'admin') },
  '/api/v1/operators/clusters/:name/events': { GET: EVENTS },
  '/api/v1/operators/clusters/:name/yaml': { GET: YAML },
  '/api/v1/operators/subscription-requests': {
    GET: { summary: 'SubscriptionRequests that a search finds', query: ListQuery, answers: { 200: SubscriptionList } },
    POST: made('Create a SubscriptionRequest', SubscriptionInput, ResourceCreation),
  },
  '/api/v1/operators/subscription-requests/export': { GET: FILE },
  '/api/v1/operators/subscription-requests/preview': {
    POST: { summary: 'What creating one would say', body: SubscriptionInput, answers: { 200: ResourcePreview } },
  },
  '/api/v1/operators/subscription-requests/:name': {
    GET: { summary: 'A SubscriptionRequest', answers: { 200: SubscriptionDetail } },
  },
  '/api/v1/operators/subscription-requests/:name/delete': {
    POST: asked('Delete a SubscriptionRequest', DeletionInput),
  },
  '/api/v1/operators/subscription-requests/:name/events': { GET: EVENTS },
  '/api/v1/operators/subscription-requests/:name/yaml': { GET: YAML },
  '/api/v1/operators/kubeconfigs': {
    GET: { summary: 'KubeconfigRequests that a search finds', query: ListQuery, answers: { 200: KubeconfigList } },
    POST: made('Create a KubeconfigRequest', RequestInput, KubeconfigCreation),
  },
  '/api/v1/operators/kubeconfigs/export': { GET: FILE },
  '/api/v1/operators/kubeconfigs/preview': {
    POST: { summary: 'What creating one would say', body: RequestInput, answers: { 200: KubeconfigPreview } },
  },
  '/api/v1/operators/kubeconfigs/revocations': {
    POST: {
      summary: 'Revoke all kubeconfigs of a cluster',
      role: 'operator',
      body: RevocationInput,
      answers: { 202: ClusterRevocation },
    },
  },
  '/api/v1/operators/kubeconfigs/:name': {
    GET: { summary: 'A KubeconfigRequest', answers: { 200: KubeconfigDetail } },
  },
  '/api/v1/operators/kubeconfigs/:name/delete': { POST: asked('Delete a KubeconfigRequest', SeenInput) },
  '/api/v1/operators/kubeconfigs/:name/download': {
    POST: {
      summary: 'The kubeconfig; by a session that began within 5 minutes',
      person: true,
      role: 'admin',
      body: SeenInput,
      answers: { 200: { media: ['application/octet-stream'] } },
    },
  },
  '/api/v1/operators/kubeconfigs/:name/events': { GET: EVENTS },
  '/api/v1/operators/kubeconfigs/:name/revoke': { POST: asked('Revoke a kubeconfig', SeenInput) },
  '/api/v1/operators/kubeconfigs/:name/rotate': { POST: asked('Rotate a kubeconfig', SeenInput) },
  '/api/v1/operators/kubeconfigs/:name/yaml': { GET: YAML },
  '/api/v1/operators/uses': {
    GET: {
      summary: 'Clusters and SubscriptionRequests of a binding or a global account',
      query: z.union([BindingUsesQuery, GlobalAccountUsesQuery]),
      answers: { 200: ResourceUses },
    },
  },
  '/api/v1/operators/waiting': { GET: { summary: 'Who waits for an account, by pool', answers: { 200: Waiting } } },
  '/api/v1/operators/cleaning': {
    GET: { summary: 'Dirty accounts, and how cleaning gets on', query: ListQuery, answers: { 200: CleaningList } },
  },
  '/api/v1/operators/cleaning/export': { GET: FILE },
  '/api/v1/operators/controllers': {
    GET: { summary: 'Who leads the operators, and how they get on', answers: { 200: Controllers } },
  },
}
