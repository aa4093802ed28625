import { RESOURCE_AUDIT_NAMES, type ResourceVerb, resourceTarget } from '#lib/hap/audit/target.ts'
import { RefusedRequestError } from '#lib/http/request-errors.ts'
import { runtime } from '#lib/runtime.ts'
import { recorded } from '#lib/services/audit/audited.ts'
import type { CreateResult, CreationPreview } from '#lib/services/resources/create-resource.ts'
import {
  attemptOf,
  type ProvedCall,
  type ResourceCall,
  type ResourceContext,
  requireVerb,
} from '#lib/services/resources/resource-call.ts'
import { requestIdOf } from './request-id.ts'
import { signInOf } from './sender.ts'
import { writeRoute } from './write-route.ts'

const FRESH = { 'cache-control': 'no-store' }

interface Named {
  readonly name?: string
}

/** Creates a POST route that creates a custom resource; 422 lists the problems by field. */
export function creationRoute(
  verb: Extract<ResourceVerb, `create-${string}`>,
  create: (context: ResourceContext, call: ProvedCall) => Promise<CreateResult>,
) {
  return resourceVerb(verb, async (context, call) => {
    const result = await create(context, { ...call, signedInAt: await signInOf(call.user) })
    return Response.json(result, { status: result.kind === 'created' ? 201 : 422, headers: FRESH })
  })
}

/** Creates a POST route that previews a creation. Writes nothing. */
export function previewRoute(
  verb: Extract<ResourceVerb, `create-${string}`>,
  preview: (context: ResourceContext, call: ProvedCall) => Promise<CreationPreview>,
) {
  return writeRoute({ action: RESOURCE_AUDIT_NAMES[verb] }, async ({ user, request, body }) => {
    const call = { user, requestId: requestIdOf(request), signedInAt: await signInOf(user), input: body }
    return Response.json(await preview(requireResources(), call), { headers: FRESH })
  })
}

/** Creates a POST route that deletes the custom resource in the address. */
export function deletionRoute(
  verb: Extract<ResourceVerb, `delete-${string}`>,
  remove: (context: ResourceContext, call: ProvedCall, name: string) => Promise<void>,
) {
  return resourceVerb(verb, async (context, call, name) => {
    await remove(context, { ...call, signedInAt: await signInOf(call.user) }, name)
    return Response.json({ name }, { status: 202, headers: FRESH })
  })
}

function resourceVerb(
  verb: ResourceVerb,
  run: (context: ResourceContext, call: ResourceCall, name: string) => Promise<Response>,
) {
  const kind = verb.endsWith('cluster') ? 'Cluster' : 'SubscriptionRequest'
  const targetsOf = ({ name }: Named) => {
    const namespace = runtime().resources?.namespace
    return name === undefined || namespace === undefined ? [] : [resourceTarget(kind, namespace, name)]
  }
  return writeRoute<Named>(
    {
      action: RESOURCE_AUDIT_NAMES[verb],
      target: params => targetsOf(params)[0] ?? kind,
      async authorise({ user, params, request }) {
        const attempt = attemptOf(verb, { user, requestId: requestIdOf(request) }, targetsOf(params))
        await recorded(runtime(), attempt, () => requireVerb(verb, user))
      },
    },
    ({ user, params: { name = '' }, request, body }) =>
      run(requireResources(), { user, requestId: requestIdOf(request), input: body }, name),
  )
}

function requireResources(): ResourceContext {
  const { resources } = runtime()
  if (resources === null) throw new RefusedRequestError(503, 'This console knows no control plane.')
  return resources
}
