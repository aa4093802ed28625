import { apiVersionOf, SHOOTS } from '#lib/garden/resources/resource.ts'
import type { BindingRef } from '#lib/hap/pools/binding.ts'
import type { Cluster, ClusterCore, ClusterInfrastructure } from '#lib/operators/api/cluster.ts'
import { authenticationName } from './authentication.ts'
import { chooseVersion } from './choose-version.ts'
import { chooseZones } from './choose-zones.ts'
import { type CloudProfileObject, regionOffer } from './cloud-profile.ts'
import type { LiveShoot } from './live-shoot.ts'
import type { Config } from './merge-config.ts'
import { MOST_ZONES, NODES, PODS, SERVICES } from './networks.ts'
import { providerSection } from './provider-section.ts'
import { mergedExtensions, type ShootExtension, wantedExtensions } from './shoot-extensions.ts'
import { SHOOT_ANNOTATIONS, shootAnnotations, shootLabels } from './shoot-metadata.ts'
import { workerGroup, workerProblem } from './worker-group.ts'

/** Owner of the fields of a shoot that come from a Cluster. */
export const FIELD_MANAGER = 'hap-console'

/** A shoot as it is applied; what it leaves out is Gardener's to fill in, or somebody else's. */
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

export interface ShootOrder {
  readonly cluster: Pick<Cluster, 'metadata' | 'spec'>
  /** Of the shoot, and where. */
  readonly name: string
  readonly namespace: string
  readonly globalAccount: string
  readonly binding: BindingRef
  readonly profile: CloudProfileObject
  /** The shoot as it is; null when it is to be made. */
  readonly existing: LiveShoot | null
  /** Epoch milliseconds. */
  readonly now: number
}

/** The shoot a Cluster asks for, or why there can be none: a sentence for its condition. */
export type Planned = { readonly manifest: ShootManifest } | { readonly problem: string }

/** Translates a Cluster with its binding. Pure: the same order gives the same shoot, whoever asks. */
export function planShoot(order: ShootOrder): Planned {
  const { cluster, binding, profile, existing, now } = order
  const { core, infrastructure } = cluster.spec
  if (core === undefined || infrastructure === undefined)
    return { problem: 'A cluster to be made needs spec.core and spec.infrastructure.' }
  if (binding.kind === 'Secret') return { problem: secretProblem(binding) }
  const wrong = workerProblem(infrastructure)
  if (wrong !== null) return { problem: wrong }

  const offer = regionOffer(profile, core.region)
  const profileName = profile.metadata?.name ?? infrastructure.provider
  if (offer === null) return { problem: `CloudProfile ${profileName} does not offer the region ${core.region}.` }
  const wish = { count: infrastructure.numberOfZones, offered: offer.zones, seed: cluster.metadata.uid }
  const zones = chooseZones({ ...wish, existing: zonesOf(existing) })
  if (zones === null || zones.length > MOST_ZONES)
    return { problem: zoneProblem(infrastructure, core, offer.zones.length) }
  const bySecretBinding = binding.kind === 'SecretBinding'
  const version = existing?.spec?.kubernetes?.version ?? chooseVersion(profile, { wanted: null, bySecretBinding, now })
  if (version === null) return { problem: versionProblem(profileName, bySecretBinding) }
  return { manifest: manifestOf(order, core, infrastructure, { profileName, offer, zones, version }) }
}

interface Chosen {
  readonly profileName: string
  readonly offer: NonNullable<ReturnType<typeof regionOffer>>
  readonly zones: readonly string[]
  readonly version: string
}

function manifestOf(
  { cluster, name, namespace, globalAccount, binding, existing }: ShootOrder,
  core: ClusterCore,
  infrastructure: ClusterInfrastructure,
  { profileName, offer, zones, version }: Chosen,
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

/** As Gardener's own. */
const DEFAULT_PURPOSE = 'evaluation'

function zonesOf(existing: LiveShoot | null): readonly string[] {
  return existing?.spec?.provider?.workers?.[0]?.zones ?? []
}

/** Types of the extensions a Cluster has put on its shoot before. */
function extensionsOf(existing: LiveShoot | null): ReadonlySet<string> {
  return new Set(existing?.metadata?.annotations?.[SHOOT_ANNOTATIONS.extensions]?.split(',').filter(Boolean))
}

function secretProblem({ namespace, name }: BindingRef): string {
  return `The account is the Secret ${name} in ${namespace} itself, and a shoot can only name a binding. Create a CredentialsBinding for it, and label that instead.`
}

function zoneProblem({ numberOfZones }: ClusterInfrastructure, { region }: ClusterCore, offered: number): string {
  if (numberOfZones > MOST_ZONES)
    return `numberOfZones is ${numberOfZones}; at most ${MOST_ZONES} have room in the network.`
  return `numberOfZones is ${numberOfZones}, and region ${region} has ${offered}.`
}

function versionProblem(profile: string, bySecretBinding: boolean): string {
  if (!bySecretBinding) return `CloudProfile ${profile} offers no supported version of Kubernetes.`
  return `CloudProfile ${profile} offers no supported version of Kubernetes below 1.34, and a SecretBinding serves no other. Replace it by a CredentialsBinding.`
}
