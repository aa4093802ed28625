import { z } from 'zod'

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
export const KIND_LABELS: Readonly<Record<ResourceKind, readonly [one: string, several: string]>> = {
  'load-balancer': ['load balancer', 'load balancers'],
  'forwarding-rule': ['forwarding rule', 'forwarding rules'],
  address: ['address', 'addresses'],
  volume: ['volume', 'volumes'],
  disk: ['disk', 'disks'],
  snapshot: ['snapshot', 'snapshots'],
  'resource-group': ['resource group', 'resource groups'],
}

/** Single resources that are named; of the others there is a number. */
export const MAX_LEFT = 5
export const MAX_PLACES = 30

const Counts = z.partialRecord(z.enum(RESOURCE_KINDS), z.int().min(0))

/** Proof of what was done to an account: no credentials, and bounded whatever is in the account. */
export const Evidence = z.object({
  provider: z.string().max(40),
  /** Of the cleaner. */
  version: z.string().max(20),
  /** The account at the provider. */
  identity: z.string().max(80),
  places: z.array(z.string().max(60)).max(MAX_PLACES),
  /** First inventory since the account became dirty. */
  found: Counts,
  deleted: Counts,
  /** The latest inventory. */
  left: z.array(z.object({ what: z.string().max(160), why: z.string().max(120) })).max(MAX_LEFT),
  leftMore: z.int().min(0),
  /** RFC 3339 in UTC: of the first inventory and of the latest. */
  from: z.string().max(20),
  to: z.string().max(20),
})

export type Evidence = z.infer<typeof Evidence>
export type Counts = z.infer<typeof Counts>

/** Evidence as one line for people: `aws cleaner 1 on 123456789012: found 3 volumes and 1 address, deleted …, left nothing`. */
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
