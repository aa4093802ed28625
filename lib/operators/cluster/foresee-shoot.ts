import type { Cluster } from '#lib/operators/api/cluster.ts'
import type { ClusterReason } from '#lib/operators/api/cluster-conditions.ts'
import { keyOf } from '#lib/operators/framework/object-key.ts'
import { chooseParts, NOTHING_TO_MAKE } from './choose-parts.ts'
import type { ClusterContext } from './cluster-context.ts'
import { readProfile } from './read-profile.ts'

/** Why there will be no shoot. */
export interface ForeseenProblem {
  readonly reason: ClusterReason<'ClusterProvisioned'>
  readonly message: string
}

/** Whether no account was asked for yet, as far as is known here. */
export function isUnasked({ requests }: Pick<ClusterContext, 'requests'>, cluster: Cluster): boolean {
  return cluster.status?.bindingRef === undefined && requests.get(keyOf(cluster)) === null
}

/**
 * Looks, before an account is asked for, whether the CloudProfile has what the shoot needs: an account that was taken for nothing
 * has to be cleaned before anybody else may have it. Null when nothing is in the way. Throws GardenError where Gardener cannot be asked.
 */
export async function foreseeShoot(
  context: Pick<ClusterContext, 'garden' | 'now'>,
  cluster: Pick<Cluster, 'metadata' | 'spec'>,
  signal: AbortSignal,
): Promise<ForeseenProblem | null> {
  const { core, infrastructure } = cluster.spec
  if (core === undefined || infrastructure === undefined) return { reason: 'ShootRefused', message: NOTHING_TO_MAKE }
  const profile = await readProfile(context, cluster, signal)
  if ('problem' in profile) return { reason: 'CloudProfileUnavailable', message: profile.problem }
  const seed = cluster.metadata.uid
  // The kind of the binding is not known before the claim; a SecretBinding has fewer versions.
  const order = { core, infrastructure, seed, profile, existing: null, bySecretBinding: false, now: context.now() }
  const parts = chooseParts(order)
  return 'problem' in parts ? { reason: 'ShootRefused', message: parts.problem } : null
}
