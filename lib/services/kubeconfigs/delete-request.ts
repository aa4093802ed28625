import { actOnRequest } from './act-on-request.ts'
import type { KubeconfigCall, KubeconfigContext } from './kubeconfig-context.ts'
import { placeOf } from './read-request.ts'
import { specForAudit } from './spec-for-audit.ts'

/** Deletes a request: the operator takes its access away, and the kubeconfig with it. Throws RefusedError, AuditError, GardenError. */
export function deleteRequest(context: KubeconfigContext, call: KubeconfigCall, name: string): Promise<void> {
  return actOnRequest(
    context,
    { call, name },
    {
      verb: 'delete',
      detail: 'The operator takes the access away before the request goes.',
      change: ({ metadata: { uid }, spec }) => ({
        before: { uid, spec: specForAudit(spec) },
        after: { deleted: true },
      }),
      write: ({ metadata: { uid, resourceVersion } }, dryRun) =>
        context.control.delete(placeOf(context, name), { uid, resourceVersion, dryRun }),
    },
  )
}
