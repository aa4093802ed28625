import {
  type Counts,
  type Evidence,
  MAX_LEFT,
  MAX_PLACES,
  RESOURCE_KINDS,
  type ResourceKind,
} from '#lib/garden/cleaning-progress.ts'
import { formatTimestamp } from '#lib/hap/lifecycle/change.ts'
import { type Cleaner, type CloudResource, type Inventory, resourceKey, resourceName } from './cleaner.ts'
import { type DeletionPlan, KEPT_REASONS } from './deletion-plan.ts'

/** Builds the evidence of an inspection: an inventory, its plan and the completed deletions. */
export function evidenceOf(
  before: Evidence | null,
  cleaner: Pick<Cleaner, 'provider' | 'version'>,
  inventory: Inventory,
  { deletes, keeps }: DeletionPlan,
  deleted: readonly CloudResource[],
  at: number,
): Evidence {
  const own = before?.identity === inventory.identity && before.version === cleaner.version ? before : null
  const done = new Set(deleted.map(resourceKey))
  const left = [
    ...deletes
      .filter(resource => !done.has(resourceKey(resource)))
      .map(resource => ({ what: resourceName(resource), why: 'not deleted yet' })),
    ...keeps.map(({ resource, because }) => ({ what: resourceName(resource), why: KEPT_REASONS[because] })),
  ]
  return {
    provider: cleaner.provider,
    version: cleaner.version,
    identity: inventory.identity.slice(0, 80),
    places: inventory.places.slice(0, MAX_PLACES).map(place => place.slice(0, 60)),
    found: own?.found ?? countsOf([...deletes, ...keeps.map(({ resource }) => resource)]),
    deleted: sum(own?.deleted ?? {}, countsOf(deleted)),
    left: left.slice(0, MAX_LEFT),
    leftMore: Math.max(0, left.length - MAX_LEFT),
    from: own?.from ?? formatTimestamp(at),
    to: formatTimestamp(at),
  }
}

/** Counts resources by kind. */
export function countsOf(resources: readonly CloudResource[]): Counts {
  const counts: Partial<Record<ResourceKind, number>> = {}
  for (const { kind } of resources) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

function sum(one: Counts, other: Counts): Counts {
  const kinds = RESOURCE_KINDS.filter(kind => one[kind] !== undefined || other[kind] !== undefined)
  return Object.fromEntries(kinds.map(kind => [kind, (one[kind] ?? 0) + (other[kind] ?? 0)]))
}
