import { z } from 'zod'

/** Resources that cleaners inspect, in the order of deletion: a load balancer keeps its addresses in use. */
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

/** Singular and plural of each kind. */
export const KIND_LABELS: Readonly<Record<ResourceKind, readonly [one: string, several: string]>> = {
  'load-balancer': ['load balancer', 'load balancers'],
  'forwarding-rule': ['forwarding rule', 'forwarding rules'],
  address: ['address', 'addresses'],
  volume: ['volume', 'volumes'],
  disk: ['disk', 'disks'],
  snapshot: ['snapshot', 'snapshots'],
  'resource-group': ['resource group', 'resource groups'],
}

/** Number of remaining resources that evidence names; the others are counted. */
export const MAX_LEFT = 5
export const MAX_PLACES = 30

const Counts = z.partialRecord(z.enum(RESOURCE_KINDS), z.int().min(0))

/** Evidence of a cleaning, without credentials and of bounded size. */
export const Evidence = z.object({
  provider: z.string().max(40),
  /** Version of the cleaner. */
  version: z.string().max(20),
  /** Id of the account at the provider. */
  identity: z.string().max(80),
  places: z.array(z.string().max(60)).max(MAX_PLACES),
  /** First inventory since the account is dirty. */
  found: Counts,
  deleted: Counts,
  /** The latest inventory. */
  left: z.array(z.object({ what: z.string().max(160), why: z.string().max(120) })).max(MAX_LEFT),
  leftMore: z.int().min(0),
  /** Time of the first and of the latest inventory; RFC 3339 in UTC. */
  from: z.string().max(20),
  to: z.string().max(20),
})

export type Evidence = z.infer<typeof Evidence>
export type Counts = z.infer<typeof Counts>

/**
 * Evidence as one line: `aws cleaner 1 on 123456789012: found 3 volumes and 1 address, deleted …,
 * left nothing`.
 */
export function formatEvidence(evidence: Evidence): string {
  const { provider, version, identity, places, found, deleted, left, leftMore, from, to } = evidence
  const where = places.length > 4 ? `${places.length} regions` : places.join(', ')
  const stays = left.length === 0 ? 'left nothing' : `left ${left.length + leftMore}`
  return `${provider} cleaner ${version} on ${identity} (${where}): found ${formatCounts(found)}, deleted ${formatCounts(deleted)}, ${stays}; ${from} to ${to}`
}

/** `3 volumes and 1 address`, `nothing`. */
export function formatCounts(counts: Counts): string {
  const parts = RESOURCE_KINDS.flatMap(kind => {
    const count = counts[kind] ?? 0
    return count === 0 ? [] : [`${count} ${KIND_LABELS[kind][count === 1 ? 0 : 1]}`]
  })
  const last = parts.pop()
  if (last === undefined) return 'nothing'
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`
}
