import type { RequestedAccess } from '#lib/hap/access/access-rule.ts'
import type { RequestFacts } from '#lib/hap/access/kubeconfig-verbs.ts'
import { REVOKE_ANNOTATION, ROTATE_ANNOTATION } from '#lib/operators/api/resources.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import type { ObjectKey } from '#lib/operators/framework/reconciler.ts'
import type { KubeconfigRequest } from './kubeconfig-request.ts'

/** Whether a rotation is requested: by the text "true" only, since the seed writes false. */
export function wantsRotation({ metadata }: KubeconfigRequest): boolean {
  return metadata.annotations?.[ROTATE_ANNOTATION] === 'true'
}

/** Whether a revocation is requested or done; removing the annotation does not undo it. */
export function isRevoked({ metadata, status }: KubeconfigRequest): boolean {
  return metadata.annotations?.[REVOKE_ANNOTATION] === 'true' || status?.revokedAt !== undefined
}

/**
 * Key of the Cluster of a request, always in the namespace of the request: write access to requests
 * implies no access to another namespace.
 */
export function clusterOf({ metadata, spec }: KubeconfigRequest): ObjectKey {
  return { namespace: metadata.namespace, name: spec.cluster }
}

/** Rules of a request. */
export function askedAccess({ spec }: KubeconfigRequest): RequestedAccess {
  return { clusterRules: spec.clusterRole?.rules ?? [], role: spec.role ?? null }
}

/** Whether only the first release would have granted the current rules, as the operator found. */
export function isGrantedBefore({ metadata, status }: KubeconfigRequest): boolean {
  const accepted = findCondition(status?.conditions, 'Accepted')
  return accepted?.reason === 'GrantedBefore' && accepted.observedGeneration === metadata.generation
}

/** State of a request at a time in epoch milliseconds. */
export function requestFacts(request: KubeconfigRequest, now: number): RequestFacts {
  const { metadata, status } = request
  const expires = status?.expirationTimestamp
  return {
    deleting: metadata.deletionTimestamp !== undefined,
    revoked: isRevoked(request),
    revocationDone: status?.revokedAt !== undefined,
    rotating: wantsRotation(request),
    issued: status?.kubeconfigSecretRef !== undefined,
    expired: expires !== undefined && Date.parse(expires) <= now,
  }
}
