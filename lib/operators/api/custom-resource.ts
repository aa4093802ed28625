import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Condition } from '#lib/operators/framework/conditions.ts'

/** Metadata of an object that the server has stored: these fields are set on every one. */
type StoredMetadata = NonNullable<KubeObject['metadata']> & {
  name: string
  namespace: string
  uid: string
  resourceVersion: string
  generation: number
  creationTimestamp: string
}

/** An object of one of our kinds as the server stores it: by the schema of its CustomResourceDefinition, spec and all. */
export interface CustomResource<Spec, Status> extends KubeObject {
  metadata: StoredMetadata
  readonly spec: Spec
  /** Nobody has looked at it while it is missing. */
  readonly status?: Status
}

/** What the status of each of our kinds begins with. */
export interface CommonStatus<Type extends string, Reason extends string> {
  /** Generation of the spec that the status speaks of. */
  readonly observedGeneration?: number
  readonly conditions?: readonly Condition<Type, Reason>[]
}

/** Provider types of Gardener that pools exist for. */
export const PROVIDERS = ['aws', 'azure', 'gcp', 'openstack', 'alicloud', 'gdch'] as const

export type Provider = (typeof PROVIDERS)[number]
