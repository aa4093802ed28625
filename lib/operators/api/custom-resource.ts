import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Condition } from '#lib/operators/framework/conditions.ts'

/** Metadata of a stored object, whose server sets these fields. */
type StoredMetadata = NonNullable<KubeObject['metadata']> & {
  name: string
  namespace: string
  uid: string
  resourceVersion: string
  generation: number
  creationTimestamp: string
}

/** A stored custom resource, valid by the schema of its CustomResourceDefinition. */
export interface CustomResource<Spec, Status> extends KubeObject {
  metadata: StoredMetadata
  readonly spec: Spec
  /** Missing until the first reconciliation. */
  readonly status?: Status
}

/** Status fields that all custom resources share. */
export interface CommonStatus<Type extends string, Reason extends string> {
  /** Generation of the spec that the status describes. */
  readonly observedGeneration?: number
  readonly conditions?: readonly Condition<Type, Reason>[]
}

/** Gardener's provider types with pools. */
export const PROVIDERS = ['aws', 'azure', 'gcp', 'openstack', 'alicloud', 'gdch'] as const

/** Gardener's provider type. */
export type Provider = (typeof PROVIDERS)[number]
