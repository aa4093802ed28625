import { z } from 'zod'
import { SUBSCRIPTION_REQUESTS as SUBSCRIPTION_RESOURCE } from '#lib/operators/api/resources.ts'
import { getSubscriptionDetail } from '#lib/queries/operators/subscription-detail.ts'
import { exportSubscriptions, listSubscriptions, SUBSCRIPTION_LIST } from '#lib/queries/operators/subscription-list.ts'
import { runtime } from '#lib/runtime.ts'
import { previewCreation } from '#lib/services/resources/create-resource.ts'
import { DeletionInput, deleteSubscription } from '#lib/services/resources/delete-resource.ts'
import {
  createSubscription,
  SUBSCRIPTION_CREATION,
  SubscriptionInput,
} from '#lib/services/resources/subscription-creation.ts'
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

const SubscriptionRequestSpec = z.object({
  provider: z.enum(['aws', 'azure', 'gcp', 'openstack', 'alicloud', 'gdch']),
  subscriptionSelector: z.string(),
  plan: z.exactOptional(z.string()),
  region: z.exactOptional(z.string()),
  platformRegion: z.exactOptional(z.string()),
  euAccess: z.exactOptional(z.boolean()),
  cluster: z.exactOptional(z.string()),
})

const SubscriptionList = answer<Answer<typeof listSubscriptions>>()(resourceList(SUBSCRIPTION_LIST.schema))

const SubscriptionDetail = answer<Answer<typeof getSubscriptionDetail>>()(
  z.object({
    row: SUBSCRIPTION_LIST.schema,
    spec: SubscriptionRequestSpec,
    hyperscalerType: z.string().nullable(),
    givenBack: z.boolean(),
    deletion: DeletionOffer,
    ...OBJECT_FIELDS,
  }),
)

/** SubscriptionRequests, the custom resource. */
export const SUBSCRIPTION_REQUESTS = {
  schemas: { SubscriptionRow: SUBSCRIPTION_LIST.schema, SubscriptionList, SubscriptionDetail },
  routes: [
    read('/operators/subscription-requests', {
      summary: 'List SubscriptionRequests that match a search',
      query: ListQuery,
      answers: { 200: SubscriptionList },
      run: ({ context, query, request }) =>
        operatorsReply(request, context, objects => listSubscriptions(objects, query)),
    }),
    createResource('/operators/subscription-requests', {
      summary: 'Create a SubscriptionRequest',
      body: SubscriptionInput,
      verb: 'create-subscription',
      create: createSubscription,
    }),
    exportList('/operators/subscription-requests/export', 'subscription-requests', (_context, _known, request) =>
      exportSubscriptions(runtime().operators, request),
    ),
    previewResource('/operators/subscription-requests/preview', {
      summary: 'Preview the creation of a SubscriptionRequest',
      body: SubscriptionInput,
      verb: 'create-subscription',
      preview: (context, call) => previewCreation(context, SUBSCRIPTION_CREATION, call),
    }),
    read('/operators/subscription-requests/:name', {
      summary: 'Get a SubscriptionRequest',
      answers: { 200: SubscriptionDetail },
      run: ({ params }) => requireObject('SubscriptionRequest', params.name, getSubscriptionDetail),
    }),
    deleteResource('/operators/subscription-requests/:name/delete', {
      summary: 'Delete a SubscriptionRequest',
      role: 'operator',
      body: DeletionInput,
      verb: 'delete-subscription',
      remove: deleteSubscription,
    }),
    readEvents('/operators/subscription-requests/:name/events', 'SubscriptionRequest', getSubscriptionDetail),
    readYaml(
      '/operators/subscription-requests/:name/yaml',
      SUBSCRIPTION_RESOURCE,
      'SubscriptionRequest',
      getSubscriptionDetail,
    ),
  ],
} satisfies Resource
