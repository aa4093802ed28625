import type { ReasonOf, TypeOf } from '#lib/operators/framework/reason-table.ts'

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
