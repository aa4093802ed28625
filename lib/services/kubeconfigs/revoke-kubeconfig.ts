import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { REVOKE_ANNOTATION } from '#lib/operators/api/names.ts'
import { actOnRequest } from './act-on-request.ts'
import type { KubeconfigCall, KubeconfigContext } from './kubeconfig-context.ts'
import { placeOf } from './read-request.ts'

/** Takes an access away for good; the operator then tries the old token until the cluster refuses it. Throws RefusedError, AuditError, GardenError. */
export function revokeKubeconfig(context: KubeconfigContext, call: KubeconfigCall, name: string): Promise<void> {
  return actOnRequest(
    context,
    { call, name },
    {
      verb: 'revoke',
      detail: 'The operator was asked to take the access away.',
      change: ({ status }) => ({ before: { fingerprint: status?.fingerprint ?? null }, after: { revoke: 'true' } }),
      write: (request, dryRun) => writeRevocation(context, request, dryRun),
    },
  )
}

/** Marks a request as revoked, under its resourceVersion. Throws GardenError. */
export function writeRevocation(
  context: Pick<KubeconfigContext, 'control' | 'namespace'>,
  { metadata: { name, resourceVersion } }: KubeconfigRequest,
  dryRun: boolean,
): Promise<unknown> {
  return context.control.patch(
    placeOf(context, name),
    { metadata: { annotations: { [REVOKE_ANNOTATION]: 'true' } } },
    { resourceVersion, dryRun },
  )
}
