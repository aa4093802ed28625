import type { BindingKind } from '#lib/hap/pools/binding.ts'

/** A resource of the Kubernetes API, as discovery names it. */
export interface Resource {
  /** '' for the core group. */
  readonly group: string
  readonly version: string
  readonly plural: string
  readonly kind: string
  /** Only metadata is requested: whole objects may contain credentials or unneeded data. */
  readonly metadataOnly?: true
}

export const CREDENTIALS_BINDINGS: Resource = {
  group: 'security.gardener.cloud',
  version: 'v1alpha1',
  plural: 'credentialsbindings',
  kind: 'CredentialsBinding',
}

export const SECRET_BINDINGS: Resource = {
  group: 'core.gardener.cloud',
  version: 'v1beta1',
  plural: 'secretbindings',
  kind: 'SecretBinding',
}

export const SHOOTS: Resource = { group: 'core.gardener.cloud', version: 'v1beta1', plural: 'shoots', kind: 'Shoot' }

export const SECRETS: Resource = { group: '', version: 'v1', plural: 'secrets', kind: 'Secret', metadataOnly: true }

const KIM = { group: 'infrastructuremanager.kyma-project.io', version: 'v1', metadataOnly: true } as const

/** Kyma's infrastructure manager creates shoots from them. */
export const RUNTIMES: Resource = { ...KIM, plural: 'runtimes', kind: 'Runtime' }

/** Kyma's infrastructure manager rotates kubeconfigs by them. */
export const GARDENER_CLUSTERS: Resource = { ...KIM, plural: 'gardenerclusters', kind: 'GardenerCluster' }

export const NAMESPACES: Resource = { group: '', version: 'v1', plural: 'namespaces', kind: 'Namespace' }

export const CONFIG_MAPS: Resource = { group: '', version: 'v1', plural: 'configmaps', kind: 'ConfigMap' }

const BINDING_RESOURCES: Readonly<Record<BindingKind, Resource>> = {
  CredentialsBinding: CREDENTIALS_BINDINGS,
  SecretBinding: SECRET_BINDINGS,
  Secret: SECRETS,
}

/** The API resource of a kind of binding. */
export function bindingResource(kind: BindingKind): Resource {
  return BINDING_RESOURCES[kind]
}

/** Path of an object or a collection; `namespace` is null for cluster-scoped resources. */
export interface Place {
  readonly resource: Resource
  readonly namespace: string | null
  readonly name?: string
  /** Subresource such as `status`. */
  readonly subresource?: string
}

/**
 * URL path of a resource, `/apis/core.gardener.cloud/v1beta1/namespaces/garden-kyma/shoots/c-1`,
 * with every part escaped.
 */
export function resourcePath({ resource, namespace, name, subresource }: Place): string {
  const root = resource.group === '' ? `/api/${resource.version}` : `/apis/${resource.group}/${resource.version}`
  const parts = [root]
  if (namespace !== null) parts.push('namespaces', encodeURIComponent(namespace))
  parts.push(resource.plural)
  if (name !== undefined) parts.push(encodeURIComponent(name))
  if (subresource !== undefined) parts.push(encodeURIComponent(subresource))
  return parts.join('/')
}

/** `apiVersion` of the objects of a resource, `core.gardener.cloud/v1beta1` or `v1`. */
export function apiVersionOf({ group, version }: Pick<Resource, 'group' | 'version'>): string {
  return group === '' ? version : `${group}/${version}`
}

/**
 * Describes a resource for messages, `CredentialsBinding aws-1 in garden-kyma` or `shoots in
 * garden-kyma`.
 */
export function describePlace({ resource, namespace, name, subresource }: Place): string {
  const what = name === undefined ? resource.plural : `${resource.kind} ${name}`
  return `${subresource === undefined ? '' : `${subresource} of `}${what}${namespace === null ? '' : ` in ${namespace}`}`
}

export interface ObjectPlace {
  readonly resource: Resource
  readonly namespace: string | null
  readonly name: string
  /** Subresource such as `status`. */
  readonly subresource?: string
}

const DECIMAL = /^\d{1,40}$/

/**
 * Whether a resourceVersion is newer than another one of the same resource. They compare as numbers
 * (Kubernetes from 1.35; etcd's revisions always did); null for anything else.
 */
export function isNewerVersion(version: string, than: string): boolean | null {
  if (version === than) return false
  if (!DECIMAL.test(version) || !DECIMAL.test(than)) return null
  return BigInt(version) > BigInt(than)
}
