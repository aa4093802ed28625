import { apiVersionOf, SHOOTS } from '#lib/garden/resources/resource.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { Cluster, ClusterCore, ClusterInfrastructure } from '#lib/operators/api/cluster.ts'
import { SHOOT_ANNOTATIONS } from '#lib/operators/api/resources.ts'
import { authenticationName } from './authentication.ts'
import { type ChosenParts, chooseParts, NOTHING_TO_MAKE } from './choose-parts.ts'
import type { CloudProfileObject } from './cloud-profile.ts'
import { type LiveShoot, mergedExtensions, type ShootExtension, wantedExtensions } from './live-shoot.ts'
import type { Config } from './merge-config.ts'
import { NODES, PODS, providerSection, SERVICES, workerGroup } from './provider-section.ts'
import { shootAnnotations, shootLabels } from './shoot-metadata.ts'

/** Field manager of the fields of a shoot. */
export const FIELD_MANAGER = 'hap-console'

/** Applied configuration of a shoot; other fields belong to Gardener or others. */
export interface ShootManifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: {
    readonly name: string
    readonly namespace: string
    readonly labels: Readonly<Record<string, string>>
    readonly annotations: Readonly<Record<string, string>>
  }
  readonly spec: ShootSpec
}

/** Spec of an applied shoot. */
export interface ShootSpec {
  readonly cloudProfile: { readonly kind: 'CloudProfile'; readonly name: string }
  readonly region: string
  readonly purpose: string
  readonly credentialsBindingName?: string
  readonly secretBindingName?: string
  readonly kubernetes: {
    readonly version: string
    readonly kubeAPIServer?: { readonly structuredAuthentication: { readonly configMapName: string } }
  }
  readonly networking: {
    readonly type: string
    readonly nodes: string
    readonly pods: string
    readonly services: string
  }
  readonly extensions: readonly ShootExtension[]
  readonly provider: {
    readonly type: string
    readonly infrastructureConfig?: Config
    readonly controlPlaneConfig?: Config
    readonly workers: readonly ReturnType<typeof workerGroup>[]
  }
}

/** Input of planShoot. */
export interface ShootOrder {
  readonly cluster: Pick<Cluster, 'metadata' | 'spec'>
  /** Name of the shoot. */
  readonly name: string
  readonly namespace: string
  readonly globalAccount: string
  readonly binding: BindingRef
  readonly profile: CloudProfileObject
  /** The existing shoot; null for a new one. */
  readonly existing: LiveShoot | null
  /** Epoch milliseconds. */
  readonly now: number
}

/** The manifest of a Cluster's shoot, or the problem as a sentence. */
export type Planned = { readonly manifest: ShootManifest } | { readonly problem: string }

/**
 * Translates a Cluster and its binding into a shoot. Pure: the same order results in the same
 * shoot.
 */
export function planShoot(order: ShootOrder): Planned {
  const { cluster, binding, profile, existing, now } = order
  const { core, infrastructure } = cluster.spec
  if (core === undefined || infrastructure === undefined) return { problem: NOTHING_TO_MAKE }
  if (binding.kind === 'Secret') return { problem: secretProblem(binding) }
  const bySecretBinding = binding.kind === 'SecretBinding'
  const chosen = chooseParts({
    core,
    infrastructure,
    seed: cluster.metadata.uid,
    profile,
    existing,
    bySecretBinding,
    now,
  })
  return 'problem' in chosen ? chosen : { manifest: manifestOf(order, core, infrastructure, chosen) }
}

function manifestOf(
  { cluster, name, namespace, globalAccount, binding, existing }: ShootOrder,
  core: ClusterCore,
  infrastructure: ClusterInfrastructure,
  { profileName, offer, zones, version }: ChosenParts,
): ShootManifest {
  const { provider, providerConfig = null } = infrastructure
  const { oidcConfig, extensions } = cluster.spec
  const section = providerSection({ provider, zones, offer, passedThrough: providerConfig })
  const wanted = wantedExtensions(extensions)
  const types = wanted.map(({ type }) => type)
  return {
    apiVersion: apiVersionOf(SHOOTS),
    kind: SHOOTS.kind,
    metadata: {
      name,
      namespace,
      labels: shootLabels(cluster, globalAccount),
      annotations: shootAnnotations(cluster, types),
    },
    spec: {
      cloudProfile: { kind: 'CloudProfile', name: profileName },
      region: core.region,
      purpose: (core.purpose ?? DEFAULT_PURPOSE).toLowerCase(),
      ...(binding.kind === 'SecretBinding'
        ? { secretBindingName: binding.name }
        : { credentialsBindingName: binding.name }),
      kubernetes: {
        version,
        ...(oidcConfig !== undefined && {
          kubeAPIServer: { structuredAuthentication: { configMapName: authenticationName(name) } },
        }),
      },
      networking: { type: 'calico', nodes: NODES, pods: PODS, services: SERVICES },
      extensions: mergedExtensions(existing?.spec?.extensions ?? [], wanted, extensionsOf(existing)),
      provider: {
        type: provider,
        ...(section.infrastructureConfig !== null && { infrastructureConfig: section.infrastructureConfig }),
        ...(section.controlPlaneConfig !== null && { controlPlaneConfig: section.controlPlaneConfig }),
        workers: [workerGroup(infrastructure, zones, section)],
      },
    },
  }
}

/** Gardener's default. */
const DEFAULT_PURPOSE = 'evaluation'

/** Types of the extensions that the Cluster added to its shoot before. */
function extensionsOf(existing: LiveShoot | null): ReadonlySet<string> {
  return new Set(existing?.metadata?.annotations?.[SHOOT_ANNOTATIONS.extensions]?.split(',').filter(Boolean))
}

function secretProblem({ namespace, name }: BindingRef): string {
  return `The account is the Secret ${name} in ${namespace} itself, and a shoot can only refer to a binding. Create a CredentialsBinding for the Secret, and label the CredentialsBinding instead.`
}
