import type { BindingRef } from '#lib/hap/pools/binding.ts'
import { parseSubscriptionSelector } from '#lib/hap/subscription-selector.ts'
import type { ReasonOf, TypeOf } from '#lib/operators/framework/conditions.ts'
import type { CommonStatus, CustomResource, Provider } from './custom-resource.ts'
import { CLUSTER_LABELS } from './resources.ts'

/** Conditions of a Cluster, and the reasons each may have; `ClusterProvisioned` is the seed's. */
export const CLUSTER_CONDITIONS = {
  /** All of the below, in one word. */
  Ready: ['Ready', 'Waiting', 'InProgress', 'Failed', 'Deleting'],
  /** Whether the spec can be worked with at all. */
  Accepted: ['SpecValid', 'SpecInvalid'],
  SubscriptionReady: [
    'SubscriptionBound',
    'SubscriptionRequested',
    'SubscriptionWaiting',
    'SubscriptionRefused',
    'SubscriptionReleasing',
    // It would be taken for nothing.
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
    // What Gardener's error codes say of the account.
    'AccountUnauthenticated',
    'AccountUnauthorized',
    'AccountQuotaExceeded',
    'AccountRateLimited',
    'AccountResourcesDepleted',
    // Before there is a shoot: it was marked, or is not what the Cluster asks for.
    'AccountDirty',
    'AccountUnfit',
    'KubeconfigProvided',
    // Its cluster could not be compared with our own.
    'KubeconfigUnverified',
    'KubeconfigMissing',
    'KubeconfigRefused',
    'KubeconfigInvalid',
    'KubeconfigUnreadable',
    'CloudProfileUnavailable',
    'GardenerUnreachable',
    'ControlPlaneUnavailable',
    // It answers, and does not let the operator look.
    'GardenerRefused',
  ],
  /** Whether the shoot is what the spec asks for. */
  SpecApplied: ['Applied', 'Applying', 'ChangeForbidden', 'ChangeConflicts', 'CloudProfileUnavailable', 'NotNeeded'],
  AdministratorsReady: [
    'AdministratorsBound',
    'AdministratorsBegun',
    'WaitingForCluster',
    'ClusterUnreachable',
    'ClusterRefused',
    'AccessNotGranted',
  ],
  /** Only of a Cluster that was brought and is being deleted: whether nothing of ours is in its cluster any more. */
  AccessRemoved: [
    'RequestsEnding',
    'KubeconfigMissing',
    'KubeconfigRefused',
    'ClusterUnreachable',
    'ClusterRefused',
    'ControlPlaneFailed',
  ],
} as const

/** Conditions that Gardener has of a shoot and a Cluster mirrors, with whatever reason Gardener gives (types_shoot.go). */
export const SHOOT_CONDITIONS: Readonly<Record<ShootConditionType, readonly string[]>> = {
  APIServerAvailable: [],
  ControlPlaneHealthy: [],
  EveryNodeReady: [],
  SystemComponentsHealthy: [],
  ObservabilityComponentsHealthy: [],
}

export type ShootConditionType =
  | 'APIServerAvailable'
  | 'ControlPlaneHealthy'
  | 'EveryNodeReady'
  | 'SystemComponentsHealthy'
  | 'ObservabilityComponentsHealthy'
export type ClusterType = TypeOf<typeof CLUSTER_CONDITIONS>
export type ClusterReason<Type extends ClusterType = ClusterType> = ReasonOf<typeof CLUSTER_CONDITIONS, Type>

export type Cluster = CustomResource<ClusterSpec, ClusterStatus>

/** Either `infrastructure`, and then `core`, or `kubeconfigSecretRef` (bring your own cluster). */
export interface ClusterSpec {
  readonly core?: ClusterCore
  readonly extensions?: ClusterExtensions
  readonly oidcConfig?: OidcConfig
  readonly infrastructure?: ClusterInfrastructure
  /** Kubeconfig of an administrator of a cluster that is there already. */
  readonly kubeconfigSecretRef?: KubeconfigSecretRef
  /** Whether the account must be one with EU access; only looked at without a plan, as rules decide otherwise. */
  readonly euAccess?: boolean
  /** Names of users who become cluster-admin. */
  readonly administrators?: readonly string[]
}

export interface ClusterCore {
  /** Gardener's purpose, in small letters or, as the seed writes it, with a capital. */
  readonly purpose?: string
  /** Of the hyperscaler. */
  readonly region: string
  readonly platformRegion?: string
}

/** Passes through to the shoot; the one field that is known by name is the seed's. */
export interface ClusterExtensions {
  readonly shootNetworkingFilterDisabled?: boolean
  readonly [extension: string]: unknown
}

export interface OidcConfig {
  readonly clientID: string
  readonly issuerURL: string
  readonly groupsClaim?: string
  readonly signingAlgs?: readonly string[]
  readonly usernameClaim?: string
  readonly usernamePrefix?: string
}

export interface ClusterInfrastructure {
  readonly machineType: string
  readonly autoScalerMin: number
  readonly autoScalerMax: number
  readonly provider: Provider
  /** 1 by default, filled in by the server. */
  readonly numberOfZones: number
  /** Read by parseSubscriptionSelector. */
  readonly subscriptionSelector: string
  /** Passes through to the shoot. */
  readonly providerConfig?: Readonly<Record<string, unknown>>
}

export interface KubeconfigSecretRef {
  readonly name: string
  /** `config` by default, filled in by the server. */
  readonly key: string
}

/** Of the conditions that are mirrored, the reasons are Gardener's. */
export interface ClusterStatus extends CommonStatus<ClusterType | ShootConditionType, string> {
  /** The shoot made for it; its uid tells one that was made anew. */
  readonly shootRef?: { readonly namespace: string; readonly name: string; readonly uid: string }
  readonly bindingRef?: BindingRef
  /** How far Gardener is with it. */
  readonly lastOperation?: { readonly type: string; readonly state: string; readonly progress: number }
  /** Those who have been made cluster-admin. */
  readonly administrators?: readonly string[]
  /** Those who may be cluster-admin of a cluster that was brought, as binding them has begun; gone once it is known to have ended. */
  readonly administratorsBegun?: readonly string[]
  /** When somebody was in the cluster last to see to its administrators, and in which one. */
  readonly administratorsCheck?: AdministratorsCheck
  /** What Gardener refused to write last, so that it is not asked the same again. */
  readonly refusal?: ShootRefusal
}

export interface AdministratorsCheck {
  /** RFC 3339. */
  readonly time: string
  /** Uid of the shoot; of a cluster that was brought, that of its namespace kube-system. */
  readonly clusterUid: string
  /** Version of the Secret that led there. */
  readonly secretVersion?: string
}

export interface ShootRefusal {
  /** Of everything the refusal may depend on. */
  readonly fingerprint: string
  /** For people. */
  readonly message: string
  /** RFC 3339; when it is tried again though nothing has changed. Missing = never. */
  readonly againAt?: string
}

type Way =
  /** It was brought. */
  | { readonly by: 'secret'; readonly ref: KubeconfigSecretRef }
  | { readonly by: 'shoot'; readonly ref: NonNullable<ClusterStatus['shootRef']> }

/** Where the way into a cluster begins, as far as its Cluster tells; null while it has no shoot. */
export function targetOfCluster({ spec, status }: Pick<Cluster, 'spec' | 'status'>): Way | null {
  if (spec.kubeconfigSecretRef !== undefined) return { by: 'secret', ref: spec.kubeconfigSecretRef }
  return status?.shootRef === undefined ? null : { by: 'shoot', ref: status.shootRef }
}

interface Owned {
  readonly labels?: Readonly<Record<string, string>> | undefined
  readonly spec: { readonly infrastructure?: { readonly subscriptionSelector: string } | undefined }
}

/** The global account a Cluster is for, by its label, else by its selector; null for none. */
export function globalAccountOf({ labels = {}, spec }: Owned): string | null {
  return labels[CLUSTER_LABELS.globalAccount] ?? tenantOf(spec.infrastructure?.subscriptionSelector)
}

/** The global account that a selector names; null for none. */
export function tenantOf(selector: string | undefined): string | null {
  if (selector === undefined) return null
  const parsed = parseSubscriptionSelector(selector)
  return 'selector' in parsed ? parsed.selector.globalAccount : null
}
