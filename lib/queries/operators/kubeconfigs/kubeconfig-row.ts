import { placedRules, ruleWords } from '#lib/hap/access/access-rule.ts'
import type { Exceptions } from '#lib/hap/access/dangers.ts'
import { type AccessFlag, policyFlags } from '#lib/hap/access/judge-rules.ts'
import { askedAccess, clusterOf } from '#lib/operators/api/asked-for.ts'
import { NOTHING_GRANTED } from '#lib/operators/api/kubeconfig-conditions.ts'
import type { KubeconfigRequest } from '#lib/operators/api/kubeconfig-request.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import type { OperatorObjects } from '../operator-objects.ts'
import { type KubeconfigStanding, kubeconfigStanding } from './kubeconfig-state.ts'

/** A request of a kubeconfig in the register. Holds nothing secret. */
export interface KubeconfigRow extends KubeconfigStanding {
  readonly name: string
  readonly cluster: { readonly namespace: string; readonly name: string }
  /** Null where the Cluster is not known, or has none. */
  readonly shoot: { readonly namespace: string; readonly name: string } | null
  /** What it may do, rule by rule, in words. */
  readonly rules: readonly string[]
  readonly flags: readonly AccessFlag[]
  /** RFC 3339, as all times. */
  readonly issuedAt: string | null
  readonly expiresAt: string | null
  readonly renewsAt: string | null
  readonly revokedAt: string | null
  /** Seconds from the revocation until the cluster refused the old token. */
  readonly refusedAfterSeconds: number | null
  readonly createdAt: string
}

/** What rows are made from. */
export interface KubeconfigSight {
  /** Null without a control plane. */
  readonly objects: OperatorObjects | null
  readonly exceptions: Exceptions
  /** Milliseconds since 1970. */
  readonly at: number
}

/** All requests; none without a control plane. */
export function kubeconfigRows({ objects, ...sight }: KubeconfigSight): readonly KubeconfigRow[] {
  if (objects === null) return []
  return Array.from(objects.kubeconfigs.all(), request => kubeconfigRow(request, { objects, ...sight }))
}

/** A request as the register has it. */
export function kubeconfigRow(
  request: KubeconfigRequest,
  { objects, exceptions, at }: KubeconfigSight & { readonly objects: Pick<OperatorObjects, 'clusters'> },
): KubeconfigRow {
  const { metadata, status } = request
  const cluster = clusterOf(request)
  const { shootRef } = objects.clusters.get(cluster)?.status ?? {}
  const asked = askedAccess(request)
  return {
    ...kubeconfigStanding(request, at),
    name: metadata.name,
    cluster,
    shoot: shootRef ? { namespace: shootRef.namespace, name: shootRef.name } : null,
    rules: placedRules(asked).map(ruleWords),
    flags: [...policyFlags(asked, metadata.namespace, exceptions), ...discoveredFlags(request)],
    issuedAt: status?.issuedAt ?? null,
    expiresAt: status?.expirationTimestamp ?? null,
    renewsAt: status?.renewalTime ?? null,
    revokedAt: status?.revokedAt ?? null,
    refusedAfterSeconds: status?.refusedAfterSeconds ?? null,
    createdAt: metadata.creationTimestamp,
  }
}

/** What the operator found on the cluster, of the rules as they are now. */
function discoveredFlags({ metadata, status }: KubeconfigRequest): readonly AccessFlag[] {
  const effective = findCondition(status?.conditions, 'RulesEffective')
  if (effective?.reason !== 'SomeGrantNothing' || effective.observedGeneration !== metadata.generation) return []
  return [effective.message.startsWith(NOTHING_GRANTED) ? 'nothing' : 'partly-nothing']
}
