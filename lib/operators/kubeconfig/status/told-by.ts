import type { KubeconfigRequestStatus } from '#lib/operators/api/kubeconfig-request.ts'
import { findCondition } from '#lib/operators/framework/conditions.ts'
import type { Revocation } from '#lib/operators/kubeconfig/state/issue-record.ts'
import type { Told } from '#lib/operators/kubeconfig/state/observed.ts'
import { CLUSTER_DELETED, proofOf } from './findings.ts'

/** What a status tells of a request's issues and of the end of its revocation, should their record be gone. */
export function toldBy(status: KubeconfigRequestStatus | undefined): Told {
  const { issuedAt, expirationTimestamp } = status ?? {}
  return {
    revocation: revocationOf(status),
    expiresAt: issuedAt === undefined || expirationTimestamp === undefined ? null : Date.parse(expirationTimestamp),
  }
}

/** null unless the status says when and by what proof: else all of it is done again. */
function revocationOf(status: KubeconfigRequestStatus | undefined): Revocation | null {
  const { revokedAt, refusedAfterSeconds = 0, conditions } = status ?? {}
  const said = findCondition(conditions, 'Revoked')
  const proof = said?.status === 'True' ? proofOf(said.reason) : null
  if (revokedAt === undefined || said === null || proof === null) return null
  const at = Date.parse(revokedAt)
  return {
    since: at - Math.round(refusedAfterSeconds * 1_000),
    ...(said.message.startsWith(CLUSTER_DELETED) ? { because: 'cluster-deleted' as const } : {}),
    removedAt: null,
    done: { at, proof },
  }
}
