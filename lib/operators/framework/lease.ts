import type { GardenClient } from '#lib/garden/client/client.ts'
import { nullIfNotFound } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { ObjectPlace, Resource } from '#lib/garden/resources/resource.ts'
import { formatMicroTime } from '#lib/util/format.ts'

export const LEASES: Resource = { group: 'coordination.k8s.io', version: 'v1', plural: 'leases', kind: 'Lease' }

export interface LeaseObject extends KubeObject {
  spec?: LeaseSpec
}

interface LeaseSpec {
  /** Missing or empty: nobody's. */
  readonly holderIdentity?: string
  readonly leaseDurationSeconds?: number
  readonly acquireTime?: string
  readonly renewTime?: string
  readonly leaseTransitions?: number
}

interface Claim {
  readonly identity: string
  readonly durationMs: number
  /** Epoch milliseconds. */
  readonly now: number
}

export function holderOf(lease: LeaseObject): string | null {
  return lease.spec?.holderIdentity || null
}

/** The spec of a lease that `identity` holds from now on, or still holds. */
export function heldBy({ identity, durationMs, now }: Claim, before: LeaseObject | null): LeaseSpec {
  const { spec = {} } = before ?? {}
  const renews = spec.holderIdentity === identity
  const transitions = spec.leaseTransitions ?? 0
  return {
    holderIdentity: identity,
    leaseDurationSeconds: Math.ceil(durationMs / 1_000),
    acquireTime: renews && spec.acquireTime !== undefined ? spec.acquireTime : formatMicroTime(now),
    renewTime: formatMicroTime(now),
    leaseTransitions: renews || before === null ? transitions : transitions + 1,
  }
}

/** The spec of a lease that nobody holds any more, so that the next one need not wait. */
export function released({ spec = {} }: LeaseObject, now: number): LeaseSpec {
  const { leaseTransitions } = spec
  return {
    leaseDurationSeconds: 1,
    renewTime: formatMicroTime(now),
    ...(leaseTransitions === undefined ? {} : { leaseTransitions }),
  }
}

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
