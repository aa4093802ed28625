import type { GardenClient } from '#lib/garden/client/client.ts'
import { nullIfNotFound } from '#lib/garden/client/garden-error.ts'
import type { ObjectPlace } from '#lib/garden/resources/resource.ts'
import { holderOf, LEASES, type LeaseObject } from './lease.ts'

/** Who leads, by a Lease. */
export interface Lead {
  readonly name: string
  /** RFC 3339; null where the Lease does not say it. */
  readonly since: string | null
}

/**
 * Asks who holds a Lease; null when nobody does, or nobody has renewed it for as long as it lasts. `now` in milliseconds since 1970: by
 * another clock than that of the leader, which is good enough to show, and for nothing else. Throws GardenError.
 */
export async function readLead(
  client: Pick<GardenClient, 'get'>,
  place: Omit<ObjectPlace, 'resource'>,
  now: number,
  signal: AbortSignal,
): Promise<Lead | null> {
  const lease = await nullIfNotFound(client.get<LeaseObject>({ ...place, resource: LEASES }, { signal }))
  const name = lease && holderOf(lease)
  return !name || isOver(lease, now) ? null : { name, since: lease.spec?.acquireTime ?? null }
}

/** Clocks of two machines differ by seconds. */
const SKEW_MS = 30_000

function isOver({ spec }: LeaseObject, now: number): boolean {
  const renewed = Date.parse(spec?.renewTime ?? '')
  const lasts = (spec?.leaseDurationSeconds ?? 0) * 1_000
  return !Number.isNaN(renewed) && now > renewed + lasts + SKEW_MS
}
