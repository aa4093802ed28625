import type { CloudResource, Inventory } from '../cleaner.ts'

/** A volume of a deleted cluster by default. */
export function resourceOf(id: string, part: Partial<CloudResource> = {}): CloudResource {
  return {
    kind: 'volume',
    id,
    place: 'eu-west-1',
    name: '',
    tags: { 'kubernetes.io/cluster/shoot--kyma--c-1': 'owned' },
    madeByKubernetes: false,
    condition: 'idle',
    ofProvider: false,
    ...part,
  }
}

export function inventoryOf(...resources: readonly CloudResource[]): Inventory {
  return { identity: '123456789012', places: ['eu-west-1'], resources }
}
