import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { ReasonOf, TypeOf } from '#lib/operators/framework/conditions.ts'
import type { CommonStatus, CustomResource } from './custom-resource.ts'

/** Conditions of a KubeconfigRequest, and the reasons each may have. */
export const KUBECONFIG_CONDITIONS = {
  /** Whether the Secret carries a kubeconfig that is valid. */
  Ready: ['Issued', 'Issuing', 'Rotated', 'Waiting', 'Refused', 'Failed', 'Expired', 'Revoking', 'Revoked'],
  /** Whether the spec asks for nothing that policy denies. */
  Accepted: ['Allowed', 'EscalationDenied'],
  ClusterReachable: [
    'Reachable',
    'ClusterNotFound',
    'ClusterNotReady',
    'ClusterUnreachable',
    'ClusterRefused',
    'ClusterGone',
  ],
  /** Whether every rule grants something on the cluster, as its discovery says. */
  RulesEffective: ['AllEffective', 'SomeGrantNothing', 'NotLookedAt'],
  /** Only once a revocation was asked for. True = the cluster refuses the old token. */
  Revoked: [
    'TokenRefused',
    'NothingIssued',
    'Expired',
    'Untried',
    'Revoking',
    'ClusterGone',
    'ClusterUnreachable',
    // The access is gone, and what is said of that cannot be kept.
    'SecretForeign',
  ],
} as const

/** Begins what Revoked says while the cluster still accepts the old token. */
export const ACCESS_GONE = 'Roles, Secrets and account are gone.'

/** Begins what RulesEffective says where not one rule does anything. */
export const NOTHING_GRANTED = 'No rule grants anything.'

/** What ClusterReachable and Ready say of a Cluster that leads nowhere yet. */
export const NO_SHOOT_YET = 'The Cluster has no shoot yet that is ready.'

export type KubeconfigType = TypeOf<typeof KUBECONFIG_CONDITIONS>
export type KubeconfigReason<Type extends KubeconfigType = KubeconfigType> = ReasonOf<
  typeof KUBECONFIG_CONDITIONS,
  Type
>

export type KubeconfigRequest = CustomResource<KubeconfigRequestSpec, KubeconfigRequestStatus>

/** `clusterRole`, `role` or both. */
export interface KubeconfigRequestSpec {
  /** Name of the Cluster, which is in the request's own namespace. */
  readonly cluster: string
  readonly clusterRole?: { readonly rules: readonly PolicyRule[] }
  readonly role?: { readonly namespace: string; readonly rules: readonly PolicyRule[] }
  /** Seconds. */
  readonly expiration: number
  /** Where the kubeconfig goes: to a Secret alone, or to `status.kubeconfig` too. `secret` by default, filled in by the server. */
  readonly output: 'secret' | 'status'
}

/** A rule of a Role, as rbac.authorization.k8s.io has it. */
export interface PolicyRule {
  readonly apiGroups?: readonly string[]
  readonly resources?: readonly string[]
  readonly verbs: readonly string[]
  readonly resourceNames?: readonly string[]
  /** Only in a ClusterRole. */
  readonly nonResourceURLs?: readonly string[]
}

export interface KubeconfigRequestStatus extends CommonStatus<KubeconfigType, KubeconfigReason> {
  /** The Secret that carries the kubeconfig, in the request's namespace. */
  readonly kubeconfigSecretRef?: { readonly name: string; readonly key: string }
  /**
   * Of the kubeconfig that is valid now: what the cluster's server answered, not what was asked for. It stays, and issuedAt with it,
   * where somebody deleted the Secret, until another is issued.
   */
  readonly expirationTimestamp?: string
  /** When the next one is issued. */
  readonly renewalTime?: string
  readonly issuedAt?: string
  /** Begin of the SHA-256 of the kubeconfig, to tell one from the next. */
  readonly fingerprint?: string
  /** Base64; only with `output: status`. */
  readonly kubeconfig?: string
  /** Account in the cluster that the kubeconfig speaks for. */
  readonly serviceAccountRef?: { readonly namespace: string; readonly name: string }
  /** Uid of the cluster it was issued for: another one is another cluster of the same name. */
  readonly clusterUid?: string
  /** When a rotation that was asked for by annotation was done. */
  readonly rotatedAt?: string
  readonly revokedAt?: string
  /** When the last of all tokens for a cluster that was brought expires, should nobody get in to end them before. */
  readonly lastTokenExpiresAt?: string
  /** Seconds from the revocation until the cluster refused the old token: the proof. */
  readonly refusedAfterSeconds?: number
}

/** The same object, but for a kubeconfig that a request may ask for in its status: nobody shows that, or keeps it. */
export function withoutKubeconfig<T extends KubeObject & { readonly status?: object }>(object: T): T {
  const { status } = object
  if (status !== undefined && 'kubeconfig' in status) Reflect.deleteProperty(status, 'kubeconfig')
  return object
}
