import type { AskedAccess } from '#lib/hap/access/access-rule.ts'
import type { RequestFacts } from '#lib/hap/access/kubeconfig-verbs.ts'
import { REVOKE_ANNOTATION, ROTATE_ANNOTATION } from '#lib/operators/api/resources.ts'
import type { ObjectKey } from '#lib/operators/framework/reconciler.ts'
import type { KubeconfigRequest } from './kubeconfig-request.ts'

/** Whether a rotation is asked for: by the text "true" only; the seed shows false. */
export function wantsRotation({ metadata }: KubeconfigRequest): boolean {
  return metadata.annotations?.[ROTATE_ANNOTATION] === 'true'
}

/** Whether a revocation is asked for, or was: it stays whatever becomes of the annotation. */
export function isRevoked({ metadata, status }: KubeconfigRequest): boolean {
  return metadata.annotations?.[REVOKE_ANNOTATION] === 'true' || status?.revokedAt !== undefined
}

/** The Cluster a request is for. Never one of another namespace: who may write requests here need not have a say there. */
export function clusterOf({ metadata, spec }: KubeconfigRequest): ObjectKey {
  return { namespace: metadata.namespace, name: spec.cluster }
}

/** The rules of a request. */
export function askedAccess({ spec }: KubeconfigRequest): AskedAccess {
  return { clusterRules: spec.clusterRole?.rules ?? [], role: spec.role ?? null }
}

/** What a request shows of itself at a moment. */
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
