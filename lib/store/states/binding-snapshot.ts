import { ANNOTATIONS, accountKey, type BindingRef } from '#lib/hap/pools/binding.ts'
import { poolKey } from '#lib/hap/pools/pool.ts'
import { type PooledBinding, poolOf, stateAt } from '#lib/hap/pools/pooled-binding.ts'
import { type BindingState, stateSince } from '#lib/hap/pools/state.ts'

/** What the database keeps of a binding at a moment. */
export interface BindingSnapshot extends BindingRef {
  readonly uid: string
  readonly account: string
  readonly poolKey: string | null
  readonly tenant: string | null
  readonly state: BindingState
  /** When the state began, where that was noted on the binding. */
  readonly notedSince: Date | null
  readonly epoch: bigint | null
  readonly annotations: Readonly<Record<string, string>>
}

/** A binding as it is at a moment in milliseconds since 1970. */
export function snapshotOf(pooled: PooledBinding, at: number): BindingSnapshot {
  const { binding, labels } = pooled
  const pool = poolOf(pooled)
  const noted = stateSince(binding)
  const epoch = binding.annotations[ANNOTATIONS.epoch]
  return {
    kind: binding.kind,
    namespace: binding.namespace,
    name: binding.name,
    uid: binding.uid,
    account: accountKey(binding.account),
    poolKey: pool && poolKey(pool),
    tenant: labels.tenantName,
    state: stateAt(pooled, at),
    notedSince: noted === null ? null : new Date(noted),
    epoch: epoch !== undefined && /^\d{1,18}$/.test(epoch) ? BigInt(epoch) : null,
    annotations: binding.annotations,
  }
}
