import { KUBECONFIG_AUDIT_NAMES, type KubeconfigVerb, kubeconfigTarget } from '#lib/hap/access/kubeconfig-verbs.ts'
import { RefusedRequestError } from '#lib/http/request-errors.ts'
import { runtime } from '#lib/runtime.ts'
import { recorded } from '#lib/services/audit/audited.ts'
import {
  attemptOf,
  type KubeconfigCall,
  type KubeconfigContext,
  requireVerb,
} from '#lib/services/kubeconfigs/kubeconfig-context.ts'
import { requestIdOf } from './request-id.ts'
import { signInOf } from './sender.ts'
import { writeRoute } from './write-route.ts'

interface Named {
  readonly name?: string
}

type Run = (context: KubeconfigContext, call: KubeconfigCall, name: string) => Promise<Response>

/** Creates a POST route for an action on kubeconfigs, optionally on the request in the address. */
export function kubeconfigVerb(verb: KubeconfigVerb, run: Run) {
  return writeRoute<Named>(
    {
      action: KUBECONFIG_AUDIT_NAMES[verb],
      ...targeted,
      async authorise({ user, params, request }) {
        const attempt = attemptOf(verb, { user, requestId: requestIdOf(request) }, targetsOf(params))
        await recorded(runtime(), attempt, () => requireVerb(verb, user))
      },
    },
    async ({ user, params: { name = '' }, request, body }) => {
      const call = { user, requestId: requestIdOf(request), signedInAt: await signInOf(user), input: body }
      return run(requireKubeconfigs(), call, name)
    },
  )
}

/**
 * Creates a POST route for an action that the operator completes later. Pages follow it through
 * events.
 */
export function acknowledgedVerb(
  verb: 'rotate' | 'revoke' | 'delete',
  act: (context: KubeconfigContext, call: KubeconfigCall, name: string) => Promise<void>,
) {
  return kubeconfigVerb(verb, async (context, call, name) => {
    await act(context, call, name)
    return Response.json({ name }, { status: 202, headers: { 'cache-control': 'no-store' } })
  })
}

/** Throws RefusedRequestError 503 without a control plane. */
export function requireKubeconfigs(): KubeconfigContext {
  const { kubeconfigs } = runtime()
  if (kubeconfigs === null) throw new RefusedRequestError(503, 'This console knows no control plane.')
  return kubeconfigs
}

const targeted = { target: (params: Named) => targetsOf(params)[0] ?? 'KubeconfigRequest' }

function targetsOf({ name }: Named): readonly string[] {
  const namespace = runtime().kubeconfigs?.namespace
  return name === undefined || namespace === undefined ? [] : [kubeconfigTarget(namespace, name)]
}
