import type { Verdict } from '#lib/hap/access/judge-rules.ts'
import { KUBECONFIG_FINALIZER } from '#lib/operators/api/names.ts'
import { clusterOf, isRevoked, wantsRotation } from '#lib/operators/api/request-facts.ts'
import { hasFinalizer, isTerminating } from '#lib/operators/framework/finalizers.ts'
import { findTarget } from '#lib/operators/target/find-target.ts'
import { observeSecret } from './observe-secret.ts'
import type { Run } from './run.ts'
import type { Observed } from './state/observed.ts'
import { wantedRoles } from './state/wanted.ts'
import { toldBy } from './status/findings.ts'

/** All that is known of a request without going to its cluster. Throws GardenError. */
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
      told: toldBy(status),
    },
    secret,
    target,
    wanted: wantedRoles(granted),
    inside: null,
  }
}
