import type { GardenClient } from '#lib/garden/client/client.ts'
import { nullIfNotFound } from '#lib/garden/client/garden-error.ts'
import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { ObjectPlace, Resource } from '#lib/garden/resources/resource.ts'
import { formatMicroTime } from '#lib/util/format.ts'

/** The resource Lease. */
export const LEASES: Resource = { group: 'coordination.k8s.io', version: 'v1', plural: 'leases', kind: 'Lease' }

/** A Lease of coordination.k8s.io/v1. */
export interface LeaseObject extends KubeObject {
  spec?: LeaseSpec
}

interface LeaseSpec {
  /** Missing or empty: no holder. */
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

/** Identity of the holder; null without one. */
export function holderOf(lease: LeaseObject): string | null {
  return lease.spec?.holderIdentity || null
}

/** Spec of a lease that `identity` acquires or renews. */
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

/** Spec of a released lease, which another process may acquire at once. */
export function released({ spec = {} }: LeaseObject, now: number): LeaseSpec {
  const { leaseTransitions } = spec
  return {
    leaseDurationSeconds: 1,
    renewTime: formatMicroTime(now),
    ...(leaseTransitions === undefined ? {} : { leaseTransitions }),
  }
}

/** The holder of a Lease. */
export interface Lead {
  readonly name: string
  /** RFC 3339; null where the Lease lacks it. */
  readonly since: string | null
}

/**
 * Reads the holder of a Lease; null without a holder and for an expired lease. `now` in epoch
 * milliseconds of another clock than the leader's: good enough for display only. Throws
 * GardenError.
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

/** Tolerated difference of two clocks. */
const SKEW_MS = 30_000

function isOver({ spec }: LeaseObject, now: number): boolean {
  const renewed = Date.parse(spec?.renewTime ?? '')
  const lasts = (spec?.leaseDurationSeconds ?? 0) * 1_000
  return !Number.isNaN(renewed) && now > renewed + lasts + SKEW_MS
}
