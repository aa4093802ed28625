import type { GardenClient } from '#lib/garden/client/client.ts'
import { isNotFound } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Verdict } from '#lib/hap/access/judge-rules.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { clusterOf, isRevoked, wantsRotation } from '#lib/operators/api/request-facts.ts'
import { KUBECONFIG_FINALIZER } from '#lib/operators/api/resources.ts'
import { hasFinalizer, isControlledBy, isTerminating } from '#lib/operators/framework/object-helpers.ts'
import { findTarget } from '#lib/operators/target/find-target.ts'
import { secretPlaceOf } from './names.ts'
import type { Run } from './run.ts'
import { reportedBy } from './state/findings.ts'
import { readRecord } from './state/issue-record.ts'
import type { Observed, ObservedSecret } from './state/observed.ts'
import { wantedRoles } from './state/wanted-roles.ts'

/** Observes a request without access to its cluster. Throws GardenError. */
export async function observe(run: Run, { granted }: Verdict): Promise<Observed> {
  const { context, request, identity, signal } = run
  const { spec, status } = request
  const [secret, target] = await Promise.all([
    observeSecret(context.control, request, signal),
    findTarget(context, clusterOf(request), signal),
  ])
  return {
    request: {
      uid: identity.uid,
      deleting: isTerminating(request),
      finalizer: hasFinalizer(request, KUBECONFIG_FINALIZER),
      rotate: wantsRotation(request),
      revoke: isRevoked(request),
      expiration: spec.expiration,
      lastExpiry: status?.lastTokenExpiresAt === undefined ? null : Date.parse(status.lastTokenExpiresAt),
      reported: reportedBy(status),
    },
    secret,
    target,
    wanted: wantedRoles(granted),
    inside: null,
  }
}

/** Reads the Secret of a request's kubeconfig and its record, never its data. Throws GardenError. */
export async function observeSecret(
  control: Pick<GardenClient, 'get'>,
  request: KubeconfigRequest,
  signal: AbortSignal,
): Promise<ObservedSecret> {
  try {
    const { metadata } = await control.get<KubeObject>(secretPlaceOf(request.metadata), { signal })
    const foreign = !isControlledBy({ metadata: metadata ?? {} }, request)
    const record = foreign ? null : readRecord(metadata?.annotations, request.metadata.uid)
    return { version: metadata?.resourceVersion ?? '', foreign, record }
  } catch (error) {
    if (isNotFound(error)) return { version: null, foreign: false, record: null }
    throw error
  }
}
