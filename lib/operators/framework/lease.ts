import type { KubeObject } from '#lib/garden/resources/objects.ts'
import type { Resource } from '#lib/garden/resources/resource.ts'
import { rfc3339Micro } from './times.ts'

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
    acquireTime: renews && spec.acquireTime !== undefined ? spec.acquireTime : rfc3339Micro(now),
    renewTime: rfc3339Micro(now),
    leaseTransitions: renews || before === null ? transitions : transitions + 1,
  }
}

/** The spec of a lease that nobody holds any more, so that the next one need not wait. */
export function released({ spec = {} }: LeaseObject, now: number): LeaseSpec {
  const { leaseTransitions } = spec
  return {
    leaseDurationSeconds: 1,
    renewTime: rfc3339Micro(now),
    ...(leaseTransitions === undefined ? {} : { leaseTransitions }),
  }
}
