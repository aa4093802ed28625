import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { ReasonOf, TypeOf } from '#lib/operators/framework/conditions.ts'
import type { CommonStatus, CustomResource } from './custom-resource.ts'

/** Conditions of a KubeconfigRequest and their reasons. */
export const KUBECONFIG_CONDITIONS = {
  /** Whether the Secret contains a valid kubeconfig. */
  Ready: ['Issued', 'Issuing', 'Rotated', 'Waiting', 'Refused', 'Failed', 'Expired', 'Revoking', 'Revoked'],
  /** Whether policy permits all rules of the spec. GrantedBefore: only the first release would have granted them. */
  Accepted: ['Allowed', 'GrantedBefore', 'EscalationDenied'],
  ClusterReachable: [
    'Reachable',
    'ClusterNotFound',
    'ClusterNotReady',
    'ClusterUnreachable',
    'ClusterRefused',
    'ClusterGone',
  ],
  /** Whether each rule grants something on the cluster, by its discovery. */
  RulesEffective: ['AllEffective', 'SomeGrantNothing', 'NotLookedAt'],
  /** Only after a revocation was requested. True = the cluster refuses the old token. */
  Revoked: [
    'TokenRefused',
    'NothingIssued',
    'Expired',
    'Untried',
    'Revoking',
    'ClusterGone',
    'ClusterUnreachable',
    // The access is removed, but the record in the Secret cannot be written.
    'SecretForeign',
  ],
} as const

/** Beginning of the message of Revoked while the cluster still accepts the old token. */
export const ACCESS_GONE = 'Roles, Secrets and service account are deleted.'

/** Beginning of the message of RulesEffective when no rule grants anything. */
export const NOTHING_GRANTED = 'No rule grants anything.'

/** Message of ClusterReachable and Ready for a Cluster without a ready shoot. */
export const NO_SHOOT_YET = 'The shoot of the Cluster is not ready yet.'

/** Types of conditions of a KubeconfigRequest. */
export type KubeconfigType = TypeOf<typeof KUBECONFIG_CONDITIONS>
/** Reasons of one condition of a KubeconfigRequest, or of all. */
export type KubeconfigReason<Type extends KubeconfigType = KubeconfigType> = ReasonOf<
  typeof KUBECONFIG_CONDITIONS,
  Type
>

/** The custom resource KubeconfigRequest (seed 004). */
export type KubeconfigRequest = CustomResource<KubeconfigRequestSpec, KubeconfigRequestStatus>

/** Spec of a KubeconfigRequest, with `clusterRole`, `role` or both. */
export interface KubeconfigRequestSpec {
  /** Name of the Cluster in the namespace of the request. */
  readonly cluster: string
  readonly clusterRole?: { readonly rules: readonly PolicyRule[] }
  readonly role?: { readonly namespace: string; readonly rules: readonly PolicyRule[] }
  /** Seconds. */
  readonly expiration: number
  /**
   * Destination of the kubeconfig: a Secret only, or also `status.kubeconfig`. Default `secret`,
   * set by the server.
   */
  readonly output: 'secret' | 'status'
}

/** Rule of a Role of rbac.authorization.k8s.io. */
export interface PolicyRule {
  readonly apiGroups?: readonly string[]
  readonly resources?: readonly string[]
  readonly verbs: readonly string[]
  readonly resourceNames?: readonly string[]
  /** Only in a ClusterRole. */
  readonly nonResourceURLs?: readonly string[]
}

/** Status of a KubeconfigRequest. */
export interface KubeconfigRequestStatus extends CommonStatus<KubeconfigType, KubeconfigReason> {
  /** Secret with the kubeconfig, in the namespace of the request. */
  readonly kubeconfigSecretRef?: { readonly name: string; readonly key: string }
  /**
   * Expiry of the present kubeconfig as the cluster's server answered. Like issuedAt, it stays
   * after a deletion of the Secret until the next issue.
   */
  readonly expirationTimestamp?: string
  /** Time of the next issue. */
  readonly renewalTime?: string
  readonly issuedAt?: string
  /** Fingerprint of the kubeconfig, see kubeconfigFingerprint. */
  readonly fingerprint?: string
  /** Base64; only with `output: status`. */
  readonly kubeconfig?: string
  /** ServiceAccount in the cluster. */
  readonly serviceAccountRef?: { readonly namespace: string; readonly name: string }
  /** Uid of the cluster; a recreated cluster of the same name has another one. */
  readonly clusterUid?: string
  /** Completion of the last rotation requested by annotation. */
  readonly rotatedAt?: string
  readonly revokedAt?: string
  /** Expiry of the last token for an imported cluster, unless a revocation ends it earlier. */
  readonly lastTokenExpiresAt?: string
  /**
   * Seconds from the revocation until the cluster refused the old token, the proof of the
   * revocation.
   */
  readonly refusedAfterSeconds?: number
}

/** Removes the kubeconfig from the status, in place: pages never show it and stores never cache it. */
export function withoutKubeconfig<T extends KubeObject & { readonly status?: object }>(object: T): T {
  const { status } = object
  if (status !== undefined && 'kubeconfig' in status) Reflect.deleteProperty(status, 'kubeconfig')
  return object
}
