import type { Binding } from '#lib/hap/pools/binding.ts'
import { pooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import type { StateCause } from '#lib/services/actions/action-context.ts'
import { recordChange, snapshotOf } from '#lib/store/states/binding-states.ts'
import type { Store } from '#lib/store/store.ts'
import { log } from '#lib/telemetry/log.ts'

/** Writes down who put a binding into its new state; where that fails the state itself is seen and written down anyway. */
export async function noteState(store: Store, now: Binding, { action, actor, intent }: StateCause): Promise<void> {
  const pooled = pooledBinding(now)
  if (pooled === null) return
  const at = store.now()
  const cause = { cause: action, actor, claimId: null, auditSeq: intent }
  try {
    await store.transaction(tx => recordChange(tx, snapshotOf(pooled, at), cause, new Date(at)), {
      isolation: 'read-committed',
    })
  } catch (error) {
    log().warn({ err: error }, 'who changed the state of a binding was not written down')
  }
}
