import { stringAt } from '#embedded-garden/json.ts'
import { type KubeObject, metadataOf, nameOf, namespaceOf } from '#embedded-garden/object.ts'

/** Identifies one shoot; the uid distinguishes it from an earlier shoot of the same name. */
export interface ShootIdentity {
  readonly namespace: string
  readonly name: string
  readonly uid: string
}

export const SHOOTS = 'shoots.core.gardener.cloud'

export function identityOf(shoot: KubeObject): ShootIdentity {
  return { namespace: namespaceOf(shoot), name: nameOf(shoot), uid: stringAt(metadataOf(shoot), 'uid') }
}

const ADDRESS = /^\/shoots\/([^/?]+)\/([^/?]+)(.*)$/

/** Path of a shoot's API server below the garden's address. */
export function shootPath(namespace: string, name: string): string {
  return `/shoots/${namespace}/${name}`
}

/** Splits the URL of a request into its shoot and the URL for that API server; null for the garden's own URLs. */
export function splitShootUrl(url: string): { namespace: string; name: string; rest: string } | null {
  const [namespace, name, rest] = ADDRESS.exec(url)?.slice(1) ?? []
  if (namespace === undefined || name === undefined) return null
  return { namespace, name, rest: rest?.startsWith('/') ? rest : `/${rest ?? ''}` }
}

/** Addresses and authority of the API servers of shoots. */
export interface ShootAccess {
  /** PEM of the authority that signs the certificate of those addresses. */
  readonly serverAuthority: string
  /** Address of the API server of a shoot. */
  addressOf(namespace: string, name: string): string
  /** The kubeconfig that replaces those the shoot issues to administrators; null = no override. */
  kubeconfigOverride(namespace: string, name: string): string | null
}
