import type { BindingRef } from '#lib/hap/pools/binding.ts'
import { parseSubscriptionSelector } from '#lib/hap/subscription-selector.ts'
import type { ReasonOf, TypeOf } from '#lib/operators/framework/conditions.ts'
import type { CommonStatus, CustomResource, Provider } from './custom-resource.ts'
import { CLUSTER_LABELS } from './resources.ts'

/** Conditions of a Cluster and their reasons. The name `ClusterProvisioned` comes from the seed. */
export const CLUSTER_CONDITIONS = {
  /** Summary of the conditions below. */
  Ready: ['Ready', 'Waiting', 'InProgress', 'Failed', 'Deleting'],
  /** Whether the spec is valid. */
  Accepted: ['SpecValid', 'SpecInvalid'],
  SubscriptionReady: [
    'SubscriptionBound',
    'SubscriptionRequested',
    'SubscriptionWaiting',
    'SubscriptionRefused',
    'SubscriptionReleasing',
    // No shoot could use the account, so the operator does not claim one.
    'SubscriptionWithheld',
    'ControlPlaneUnavailable',
    'NotNeeded',
  ],
  ClusterProvisioned: [
    'ShootReady',
    'WaitingForSubscription',
    'ShootCreating',
    'ShootReconciling',
    'ShootFailed',
    'ShootRefused',
    'ShootForeign',
    'ShootConflicts',
    'ShootGone',
    'ShootDeleting',
    'ShootHibernated',
    // Derived from Gardener's error codes about the account.
    'AccountUnauthenticated',
    'AccountUnauthorized',
    'AccountQuotaExceeded',
    'AccountRateLimited',
    'AccountResourcesDepleted',
    // Before the creation of the shoot: the account is dirty, or does not match the Cluster.
    'AccountDirty',
    'AccountUnfit',
    'KubeconfigProvided',
    // The operator could not rule out that the cluster is Gardener or the control plane.
    'KubeconfigUnverified',
    'KubeconfigMissing',
    'KubeconfigRefused',
    'KubeconfigInvalid',
    'KubeconfigUnreadable',
    'CloudProfileUnavailable',
    'GardenerUnreachable',
    'ControlPlaneUnavailable',
    // Gardener refuses the operator's read.
    'GardenerRefused',
  ],
  /** Whether the shoot matches the spec. */
  SpecApplied: ['Applied', 'Applying', 'ChangeForbidden', 'ChangeConflicts', 'CloudProfileUnavailable', 'NotNeeded'],
  AdministratorsReady: [
    'AdministratorsBound',
    'AdministratorsBegun',
    'WaitingForCluster',
    'ClusterUnreachable',
    'ClusterRefused',
    'AccessNotGranted',
  ],
  /**
   * Only while an imported Cluster is being deleted: whether the operator has removed its objects
   * from the cluster.
   */
  AccessRemoved: [
    'RequestsEnding',
    'KubeconfigMissing',
    'KubeconfigRefused',
    'ClusterUnreachable',
    'ClusterRefused',
    'ControlPlaneFailed',
  ],
} as const

/** Shoot conditions that a Cluster mirrors with Gardener's reasons (types_shoot.go). */
export const SHOOT_CONDITIONS: Readonly<Record<ShootConditionType, readonly string[]>> = {
  APIServerAvailable: [],
  ControlPlaneHealthy: [],
  EveryNodeReady: [],
  SystemComponentsHealthy: [],
  ObservabilityComponentsHealthy: [],
}

/** Types of mirrored shoot conditions. */
export type ShootConditionType =
  | 'APIServerAvailable'
  | 'ControlPlaneHealthy'
  | 'EveryNodeReady'
  | 'SystemComponentsHealthy'
  | 'ObservabilityComponentsHealthy'
/** Types of a Cluster's own conditions. */
export type ClusterType = TypeOf<typeof CLUSTER_CONDITIONS>
/** Reasons of one condition of a Cluster, or of all. */
export type ClusterReason<Type extends ClusterType = ClusterType> = ReasonOf<typeof CLUSTER_CONDITIONS, Type>

/** The custom resource Cluster (seed 004). */
export type Cluster = CustomResource<ClusterSpec, ClusterStatus>

/** Either `infrastructure` with `core`, or `kubeconfigSecretRef` (bring your own cluster). */
export interface ClusterSpec {
  readonly core?: ClusterCore
  readonly extensions?: ClusterExtensions
  readonly oidcConfig?: OidcConfig
  readonly infrastructure?: ClusterInfrastructure
  /** Kubeconfig of an administrator of an existing cluster. */
  readonly kubeconfigSecretRef?: KubeconfigSecretRef
  /** Whether the account needs EU access; applies only without a plan, since rules decide otherwise. */
  readonly euAccess?: boolean
  /** Names of users who become cluster-admin. */
  readonly administrators?: readonly string[]
}

/** Region and purpose of a managed cluster. */
export interface ClusterCore {
  /** Gardener's purpose, in lower case or, as in the seed, capitalised. */
  readonly purpose?: string
  /** Of the hyperscaler. */
  readonly region: string
  readonly platformRegion?: string
}

/** Extensions of the shoot; the seed defines the one named field. */
export interface ClusterExtensions {
  readonly shootNetworkingFilterDisabled?: boolean
  readonly [extension: string]: unknown
}

/** Identity provider of the API server of a managed cluster. */
export interface OidcConfig {
  readonly clientID: string
  readonly issuerURL: string
  readonly groupsClaim?: string
  readonly signingAlgs?: readonly string[]
  readonly usernameClaim?: string
  readonly usernamePrefix?: string
}

/** Machines, provider and account of a managed cluster. */
export interface ClusterInfrastructure {
  readonly machineType: string
  readonly autoScalerMin: number
  readonly autoScalerMax: number
  readonly provider: Provider
  /** Default 1, set by the server. */
  readonly numberOfZones: number
  /** See parseSubscriptionSelector. */
  readonly subscriptionSelector: string
  /** Merged into the shoot. */
  readonly providerConfig?: Readonly<Record<string, unknown>>
}

/** Secret in the namespace of the Cluster with the kubeconfig of an imported cluster. */
export interface KubeconfigSecretRef {
  readonly name: string
  /** Default `config`, set by the server. */
  readonly key: string
}

/** Status of a Cluster; mirrored conditions carry Gardener's reasons. */
export interface ClusterStatus extends CommonStatus<ClusterType | ShootConditionType, string> {
  /** The shoot of the Cluster; the uid detects a recreated shoot. */
  readonly shootRef?: { readonly namespace: string; readonly name: string; readonly uid: string }
  readonly bindingRef?: BindingRef
  /** Gardener's last operation on the shoot. */
  readonly lastOperation?: { readonly type: string; readonly state: string; readonly progress: number }
  /** Users with a cluster-admin binding. */
  readonly administrators?: readonly string[]
  /**
   * Users who may have a cluster-admin binding in an imported cluster, since binding them has
   * begun; removed once the outcome is known.
   */
  readonly administratorsBegun?: readonly string[]
  /** Last check of the administrators inside the cluster. */
  readonly administratorsCheck?: AdministratorsCheck
  /** Last refusal of Gardener, so that the operator does not repeat the same write. */
  readonly refusal?: ShootRefusal
}

/** Time and place of the last check of the administrators. */
export interface AdministratorsCheck {
  /** RFC 3339. */
  readonly time: string
  /** Uid of the shoot; of an imported cluster the uid of its namespace kube-system. */
  readonly clusterUid: string
  /** Version of the Secret with the kubeconfig. */
  readonly secretVersion?: string
}

/** Refusal of a shoot by Gardener. */
export interface ShootRefusal {
  /** Hash of everything that the refusal may depend on. */
  readonly fingerprint: string
  /** Message for people. */
  readonly message: string
  /** RFC 3339; time of a retry without a change. Missing = never. */
  readonly againAt?: string
}

type ClusterAccess =
  /** An imported cluster. */
  | { readonly by: 'secret'; readonly ref: KubeconfigSecretRef }
  | { readonly by: 'shoot'; readonly ref: NonNullable<ClusterStatus['shootRef']> }

/** Reference by which the operators reach the cluster; null before the shoot exists. */
export function targetOfCluster({ spec, status }: Pick<Cluster, 'spec' | 'status'>): ClusterAccess | null {
  if (spec.kubeconfigSecretRef !== undefined) return { by: 'secret', ref: spec.kubeconfigSecretRef }
  return status?.shootRef === undefined ? null : { by: 'shoot', ref: status.shootRef }
}

interface Owned {
  readonly labels?: Readonly<Record<string, string>> | undefined
  readonly spec: { readonly infrastructure?: { readonly subscriptionSelector: string } | undefined }
}

/** Global account of a Cluster, from its label, else from its selector; null without one. */
export function globalAccountOf({ labels = {}, spec }: Owned): string | null {
  return labels[CLUSTER_LABELS.globalAccount] ?? tenantOf(spec.infrastructure?.subscriptionSelector)
}

/** Global account of a selector; null without one. */
export function tenantOf(selector: string | undefined): string | null {
  if (selector === undefined) return null
  const parsed = parseSubscriptionSelector(selector)
  return 'selector' in parsed ? parsed.selector.globalAccount : null
}
