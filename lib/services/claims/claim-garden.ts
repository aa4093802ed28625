import type { BindingChange } from '#lib/hap/lifecycle/change.ts'
import type { Binding, BindingRef } from '#lib/hap/pools/binding.ts'
import type { Pool } from '#lib/hap/pools/pool.ts'
import type { Shoot } from '#lib/hap/pools/shoot.ts'

/**
 * How a write of a binding ended. `conflict`, `refused`, `throttled` and `unsent`: it was not carried out and never will be.
 * `unknown`: it may have been, or may still be.
 */
export type Written =
  | { readonly kind: 'landed'; readonly binding: Binding }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'throttled'; readonly retryAfterMs: number }
  | { readonly kind: 'unsent' | 'unknown' }

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
