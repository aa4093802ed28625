import { z } from 'zod'
import { KUBECONFIG_AUDIT_NAMES, type KubeconfigVerb, kubeconfigTarget } from '#lib/hap/access/kubeconfig-verbs.ts'
import { withoutKubeconfig } from '#lib/operators/api/kubeconfig-request.ts'
import { KUBECONFIG_REQUESTS } from '#lib/operators/api/resources.ts'
import { getKubeconfigDetail } from '#lib/queries/operators/kubeconfig-detail.ts'
import { exportKubeconfigs, KUBECONFIG_LIST, listKubeconfigs } from '#lib/queries/operators/kubeconfig-list.ts'
import { runtime } from '#lib/runtime.ts'
import { recorded } from '#lib/services/audit/audited.ts'
import { deleteRequest, revokeKubeconfig, rotateKubeconfig } from '#lib/services/kubeconfigs/act-on-request.ts'
import { createRequest, previewRequest } from '#lib/services/kubeconfigs/create-request.ts'
import { downloadKubeconfig } from '#lib/services/kubeconfigs/download-kubeconfig.ts'
import {
  attemptOf,
  type KubeconfigCall,
  type KubeconfigContext,
  kubeconfigSight,
  requireVerb,
} from '#lib/services/kubeconfigs/kubeconfig-context.ts'
import { RequestInput } from '#lib/services/kubeconfigs/request-input.ts'
import { RevocationInput, revokeCluster } from '#lib/services/kubeconfigs/revoke-cluster.ts'
import { SeenInput } from '#lib/services/resources/order-input.ts'
import { requireControlPlane } from '#lib/services/resources/resource-call.ts'
import { OBJECT_FIELDS, operatorsReply, readEvents, readYaml, requireObject, resourceList } from './custom-resources.ts'
import { exportList } from './export-file.ts'
import { ListQuery } from './list-query.ts'
import { type Answer, answer, type Resource, read, type WriteAttempt, write } from './operation.ts'
import { reply } from './reply.ts'
import { signInOf } from './sender.ts'
import { FieldProblem, NamedObject } from './shared-schemas.ts'

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

const KubeconfigList = answer<Answer<typeof listKubeconfigs>>()(resourceList(KubeconfigRow))

const KubeconfigDetail = answer<Answer<typeof getKubeconfigDetail>>()(
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
    ...OBJECT_FIELDS,
  }),
)

const KubeconfigCreation = answer<Answer<typeof createRequest>>()(
  z.union([
    z.object({ kind: z.literal('created'), name: z.string() }),
    z.object({ kind: z.literal('invalid'), problems: z.array(FieldProblem) }),
  ]),
)

const KubeconfigPreview = answer<Answer<typeof previewRequest>>()(
  z.object({
    yaml: z.string().nullable(),
    problems: z.array(FieldProblem),
    hints: z.array(FieldProblem),
    refusal: z.string().nullable(),
  }),
)

const ClusterRevocation = answer<Answer<typeof revokeCluster>>()(
  z.object({ revoked: z.array(z.string()), failed: z.array(z.object({ name: z.string(), why: z.string() })) }),
)

const findNow = (_objects: unknown, name: string) =>
  getKubeconfigDetail(kubeconfigSight(runtime(), runtime().store.now()), name)

/** KubeconfigRequests, the custom resource, and the kubeconfigs they grant. */
export const KUBECONFIGS = {
  schemas: { KubeconfigList, KubeconfigDetail, KubeconfigCreation, KubeconfigPreview, ClusterRevocation },
  routes: [
    read('/operators/kubeconfigs', {
      summary: 'List KubeconfigRequests that match a search',
      query: ListQuery,
      answers: { 200: KubeconfigList },
      run: ({ context, query, request }) =>
        operatorsReply(request, context, () => listKubeconfigs(kubeconfigSight(runtime(), context.at), query)),
    }),
    // 422 lists the problems by field.
    write('POST', '/operators/kubeconfigs', {
      ...kubeconfigVerb('create', 'Create a KubeconfigRequest', RequestInput),
      answers: { 201: KubeconfigCreation, 422: KubeconfigCreation },
      run: async call => {
        const result = await createRequest(requireControlPlane(runtime().kubeconfigs), await buildCall(call))
        return reply(result, { status: result.kind === 'created' ? 201 : 422 })
      },
    }),
    exportList('/operators/kubeconfigs/export', 'kubeconfigs', ({ at }, _known, request) =>
      exportKubeconfigs(kubeconfigSight(runtime(), at), request),
    ),
    // Writes nothing.
    write('POST', '/operators/kubeconfigs/preview', {
      summary: 'Preview the creation of a KubeconfigRequest',
      role: 'operator',
      body: RequestInput,
      answers: { 200: KubeconfigPreview },
      action: KUBECONFIG_AUDIT_NAMES.create,
      run: async ({ user, body }) =>
        previewRequest(requireControlPlane(runtime().kubeconfigs), {
          user,
          signedInAt: await signInOf(user),
          input: body,
        }),
    }),
    write('POST', '/operators/kubeconfigs/revocations', {
      ...kubeconfigVerb('revoke-all', 'Revoke all kubeconfigs of a cluster', RevocationInput),
      answers: { 202: ClusterRevocation },
      run: async call =>
        reply(await revokeCluster(requireControlPlane(runtime().kubeconfigs), await buildCall(call)), { status: 202 }),
    }),
    read('/operators/kubeconfigs/:name', {
      summary: 'Get a KubeconfigRequest',
      answers: { 200: KubeconfigDetail },
      run: ({ context, params }) =>
        requireObject('KubeconfigRequest', params.name, (_objects, name) =>
          getKubeconfigDetail(kubeconfigSight(runtime(), context.at), name),
        ),
    }),
    acknowledge('delete', 'Delete a KubeconfigRequest', deleteRequest),
    // The only response of the console that contains a credential, so caches must not store it.
    write('POST', '/operators/kubeconfigs/:name/download', {
      ...kubeconfigVerb('download', 'Download a kubeconfig; needs a sign-in within the last 5 minutes', SeenInput),
      person: true,
      role: 'admin',
      answers: { 200: { media: ['application/octet-stream'] } },
      run: async call => {
        const { name } = call.params
        const config = await downloadKubeconfig(requireControlPlane(runtime().kubeconfigs), await buildCall(call), name)
        return new Response(new Uint8Array(config), {
          headers: {
            'content-type': 'application/octet-stream',
            'content-disposition': `attachment; filename="kubeconfig-${name.replace(/[^\w.-]+/g, '-')}.yaml"`,
            'cache-control': 'no-store',
          },
        })
      },
    }),
    readEvents('/operators/kubeconfigs/:name/events', 'KubeconfigRequest', findNow),
    acknowledge('revoke', 'Revoke a kubeconfig', revokeKubeconfig),
    acknowledge('rotate', 'Rotate a kubeconfig', rotateKubeconfig),
    readYaml('/operators/kubeconfigs/:name/yaml', KUBECONFIG_REQUESTS, 'KubeconfigRequest', findNow, withoutKubeconfig),
  ],
} satisfies Resource

interface Named {
  readonly name?: string
}

/** An action that the operator completes later. Pages follow it through events. */
function acknowledge(
  verb: 'rotate' | 'revoke' | 'delete',
  summary: string,
  act: (context: KubeconfigContext, call: KubeconfigCall, name: string) => Promise<void>,
) {
  return write('POST', `/operators/kubeconfigs/:name/${verb}`, {
    ...kubeconfigVerb(verb, summary, SeenInput),
    answers: { 202: NamedObject },
    run: async call => {
      const { name } = call.params
      await act(requireControlPlane(runtime().kubeconfigs), await buildCall(call), name)
      return reply({ name }, { status: 202 })
    },
  })
}

/** What all actions on kubeconfigs declare: role, body, audit entry and authorisation. */
function kubeconfigVerb(verb: KubeconfigVerb, summary: string, body: z.ZodType) {
  return {
    summary,
    role: 'operator',
    body,
    action: KUBECONFIG_AUDIT_NAMES[verb],
    target: (params: Named) => targetsOf(params)[0] ?? 'KubeconfigRequest',
    authorise: async ({ user, params, requestId }: WriteAttempt<Named>): Promise<void> => {
      await recorded(runtime(), attemptOf(verb, { user, requestId }, targetsOf(params)), () => requireVerb(verb, user))
    },
  } as const
}

async function buildCall({
  user,
  requestId,
  body,
}: WriteAttempt & { readonly body: unknown }): Promise<KubeconfigCall & { readonly signedInAt: number | null }> {
  return { user, requestId, signedInAt: await signInOf(user), input: body }
}

function targetsOf({ name }: Named): readonly string[] {
  const namespace = runtime().kubeconfigs?.namespace
  return name === undefined || namespace === undefined ? [] : [kubeconfigTarget(namespace, name)]
}
