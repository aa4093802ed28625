import { ROTATE_ANNOTATION } from '#lib/operators/api/names.ts'
import { actOnRequest } from './act-on-request.ts'
import type { KubeconfigCall, KubeconfigContext } from './kubeconfig-context.ts'
import { placeOf } from './read-request.ts'

/** Asks for a new kubeconfig now. The one before goes on for a while. Throws RefusedError, AuditError, GardenError. */
export function rotateKubeconfig(context: KubeconfigContext, call: KubeconfigCall, name: string): Promise<void> {
  return actOnRequest(
    context,
    { call, name },
    {
      verb: 'rotate',
      detail: 'The operator was asked for a new kubeconfig.',
      change: ({ status }) => ({ before: { fingerprint: status?.fingerprint ?? null }, after: { rotate: 'true' } }),
      write: ({ metadata: { resourceVersion } }, dryRun) =>
        context.control.patch(
          placeOf(context, name),
          { metadata: { annotations: { [ROTATE_ANNOTATION]: 'true' } } },
          { resourceVersion, dryRun },
        ),
    },
  )
}
