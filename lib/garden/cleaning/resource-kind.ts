/** What cleaners look at, in the order it is deleted: a load balancer keeps its addresses in use. */
export const RESOURCE_KINDS = [
  'load-balancer',
  'forwarding-rule',
  'address',
  'volume',
  'disk',
  'snapshot',
  'resource-group',
] as const

export type ResourceKind = (typeof RESOURCE_KINDS)[number]

/** One and several of a kind, in sentences. */
export const KIND_WORDS: Readonly<Record<ResourceKind, readonly [one: string, several: string]>> = {
  'load-balancer': ['load balancer', 'load balancers'],
  'forwarding-rule': ['forwarding rule', 'forwarding rules'],
  address: ['address', 'addresses'],
  volume: ['volume', 'volumes'],
  disk: ['disk', 'disks'],
  snapshot: ['snapshot', 'snapshots'],
  'resource-group': ['resource group', 'resource groups'],
}
