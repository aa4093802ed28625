import type { RequestFacts } from '#lib/hap/access/kubeconfig-verbs.ts'
import { isRevoked, wantsRotation } from './asked-for.ts'
import type { KubeconfigRequest } from './kubeconfig-request.ts'

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
