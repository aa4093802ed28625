import type { GardenClient } from '#lib/garden/client/client.ts'
import { isNotFound } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import { judgeRules, type Verdict } from '#lib/hap/access/judge-rules.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { askedAccess, clusterOf, isRevoked, wantsRotation } from '#lib/operators/api/request-facts.ts'
import { KUBECONFIG_FINALIZER } from '#lib/operators/api/resources.ts'
import { hasFinalizer, isControlledBy, isTerminating } from '#lib/operators/framework/object-helpers.ts'
import { findTarget } from '#lib/operators/target/find-target.ts'
import { secretPlaceOf } from './names.ts'
import type { Run } from './run.ts'
import { reportedBy } from './state/findings.ts'
import { readRecord } from './state/issue-record.ts'
import type { Observed, ObservedSecret } from './state/observed.ts'
import { FIRST_POLICY, wantedRoles } from './state/wanted-roles.ts'

/** Observes a request without access to its cluster, and judges its rules. Throws GardenError. */
export async function observe(run: Run): Promise<{ readonly observed: Observed; readonly verdict: Verdict }> {
  const { context, request, identity, signal } = run
  const { spec, status } = request
  const [secret, target] = await Promise.all([
    observeSecret(context.control, request, signal),
    findTarget(context, clusterOf(request), signal),
  ])
  const verdict = judge(run, secret)
  const observed: Observed = {
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
    wanted: wantedRoles(verdict),
    inside: null,
  }
  return { observed, verdict }
}

/** Judges the rules of a request. Access that the first release applied for the same rules stays granted. */
function judge({ context, request, identity }: Run, { record }: ObservedSecret): Verdict {
  const asked = askedAccess(request)
  const exceptions = context.exceptions.get(identity.namespace)
  const kept = judgeRules(asked, exceptions, true)
  const isFirst = record !== null && (record.policy ?? FIRST_POLICY) === FIRST_POLICY
  return isFirst && record.applied === wantedRoles(kept).digest ? kept : judgeRules(asked, exceptions)
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
