import type { Shoot } from '#lib/hap/pools/shoot.ts'

/**
 * Shapes of API objects, as far as the console reads them. All fields are optional: Gardener
 * leaves fields of bookmarks empty, and old objects lack later fields.
 */
interface ObjectMeta {
  name?: string
  /** On create: prefix of a name that the server completes. */
  generateName?: string
  namespace?: string
  uid?: string
  resourceVersion?: string
  /** Counts changes of the spec; Gardener's bindings have none. */
  generation?: number
  creationTimestamp?: string
  deletionTimestamp?: string
  labels?: Record<string, string>
  annotations?: Record<string, string>
  finalizers?: readonly string[]
  ownerReferences?: readonly OwnerReference[]
}

/**
 * Refers to an object of the same namespace, or a cluster-scoped one; the garbage collector deletes
 * this object with it.
 */
export interface OwnerReference {
  readonly apiVersion: string
  readonly kind: string
  readonly name: string
  readonly uid: string
  /** Only one owner of an object is its controller. */
  readonly controller?: boolean
  readonly blockOwnerDeletion?: boolean
}

export interface KubeObject {
  apiVersion?: string
  kind?: string
  metadata?: ObjectMeta
}

export interface SecretBindingObject extends KubeObject {
  /** May be a list, `aws,gcp`; missing on objects from before it was required (Gardener). */
  provider?: { type?: string }
  secretRef?: { name?: string; namespace?: string }
}

export interface CredentialsBindingObject extends KubeObject {
  provider?: { type?: string }
  credentialsRef?: { apiVersion?: string; kind?: string; name?: string; namespace?: string }
}

export interface ShootObject extends KubeObject {
  spec?: {
    credentialsBindingName?: string
    secretBindingName?: string
    region?: string
    provider?: { type?: string }
  }
  status?: {
    hibernated?: boolean
    lastOperation?: { type?: string; state?: string; progress?: number; lastUpdateTime?: string }
    lastErrors?: { codes?: string[] }[]
  }
}

/** Field manager of an object, as server-side apply records it. */
export interface ManagedFields {
  manager?: string
  operation?: string
  subresource?: string
  /** `{"f:data": {"f:key": {}}}` */
  fieldsV1?: Record<string, unknown>
}

export interface ConfigMapObject extends KubeObject {
  metadata?: KubeObject['metadata'] & { managedFields?: ManagedFields[] }
  data?: Record<string, string>
}

/** Failure object of the Kubernetes API; its texts are never displayed. */
export interface StatusObject {
  kind?: string
  message?: string
  reason?: string
  code?: number
  details?: {
    name?: string
    kind?: string
    retryAfterSeconds?: number
    causes?: { reason?: string; field?: string }[]
  }
}

/** Binding of a shoot's spec, from one of two fields; null for a workerless shoot (Gardener). */
export function shootBinding({
  credentialsBindingName,
  secretBindingName,
}: NonNullable<ShootObject['spec']>): Shoot['binding'] {
  if (credentialsBindingName) return { kind: 'CredentialsBinding', name: credentialsBindingName }
  return secretBindingName ? { kind: 'SecretBinding', name: secretBindingName } : null
}
