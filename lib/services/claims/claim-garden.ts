import { isNotServed } from '#lib/garden/client/garden-error.ts'
import type { BindingChange } from '#lib/hap/lifecycle/change.ts'
import { identify, isAbsent, type StoredIdentity, withIdentityDoubt } from '#lib/hap/lifecycle/identity.ts'
import type { Binding, BindingRef } from '#lib/hap/pools/binding.ts'
import type { Pool } from '#lib/hap/pools/pool.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'
import type { ClaimRecord } from '#lib/store/claims/claim-record.ts'

/**
 * How a write of a binding ended. `conflict`, `refused`, `throttled` and `unsent`: it was not carried out and never will be.
 * `unknown`: it may have been, or may still be.
 */
export type Written =
  | { readonly kind: 'landed'; readonly binding: Binding }
  | { readonly kind: 'conflict' }
  | RefusedWrite
  | { readonly kind: 'throttled'; readonly retryAfterMs: number }
  | { readonly kind: 'unsent' | 'unknown' }

/** A write that Gardener or the client refused. */
export interface RefusedWrite {
  readonly kind: 'refused'
  readonly message: string
  /** Whether the role of the console lets it write no object of the kind, so that other accounts would be refused too. */
  readonly everywhere?: true
}

/** Gardener's side of the claim protocol. Reads are never answered from a cache of ours; they throw GardenError. */
export interface ClaimGarden {
  /** Null when it does not exist. */
  read(ref: BindingRef, withinMs: number): Promise<Binding | null>
  /** Every binding of a hyperscaler type and EU flag, shared or not. */
  list(pool: Pool, withinMs: number): Promise<readonly Binding[]>
  /** Writes under the resourceVersion of `binding`; never throws. */
  write(binding: Binding, change: BindingChange, withinMs: number): Promise<Written>
  /** Shoots that Kyma labelled with a global account. */
  shootsOf(tenant: string): Promise<readonly Shoot[]>
  /** One shoot; null when it does not exist. */
  shoot(place: Pick<Shoot, 'namespace' | 'name'>, withinMs: number): Promise<Shoot | null>
}

/** The result of a read whose kind Gardener does not serve. Rethrows other errors. */
export function unlessServed(error: unknown): 'not-served' {
  if (!isNotServed(error)) throw error
  return 'not-served'
}

/** The binding's identity as the claim stored it; null while the claim has none. */
export function rememberedBy(claim: ClaimRecord): StoredIdentity | null {
  const { bindingUid: uid, account, outcome, tenant, hyperscalerType, euAccess } = claim
  if (account === null) return null
  const pool = { hyperscalerType, euAccess: euAccess ? 'true' : null }
  return { uid, account, labels: outcome === 'shared' ? pool : { ...pool, tenantName: tenant } }
}

/**
 * The binding of a claim, given the current object of its name: null if it does not exist or refers
 * to another account. A restored binding is in doubt, so only restrictions are written.
 */
export function bindingOfClaim(claim: ClaimRecord, now: Binding | null): Binding | null {
  const identity = identify(rememberedBy(claim), now)
  return now === null || isAbsent(identity) ? null : withIdentityDoubt(identity, now)
}
