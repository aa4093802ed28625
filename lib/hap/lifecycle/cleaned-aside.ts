import { ANNOTATIONS } from '../pools/annotations.ts'
import type { Binding } from '../pools/binding.ts'
import { HELD, readLabels } from '../pools/labels.ts'
import type { PooledBinding } from '../pools/pooled-binding.ts'
import { type BindingChange, changeOf } from './change.ts'
import { stamp } from './stamp.ts'

/** By this reason such a hold is known: whoever gives another reason, or another end, makes it a hold of their own. */
const WAITS = 'Clean; waits for the other bindings of its account.'
/** Time to confirm the others. Afterwards the hold ends by itself as soon as it may. */
const WAIT_MS = 60_000

/**
 * The end of cleaning beside another binding of the account that is dirty still: as it would be when clean, but on hold, since
 * whoever cleans the account by way of the other would clean what was given out by way of this.
 */
export function cleanedAside(binding: Binding, evidence: string, at: number): BindingChange {
  const { internal, shared } = readLabels(binding.kind, binding.labels)
  return changeOf(binding, {
    labels: { dirty: HELD, tenantName: null, internal: 'true', shared: shared === null ? null : HELD },
    notes: {
      state: null,
      stateSince: stamp(at),
      evidence,
      dirtyFrom: null,
      selectedBy: null,
      hold: WAITS,
      holdUntil: stamp(at + WAIT_MS),
      heldFlags: internal === null ? '' : 'internal',
    },
  })
}

/** Whether a binding is on hold only until the other bindings of its account are clean too. */
export function waitsForOthers({ binding, labels }: Pick<PooledBinding, 'binding' | 'labels'>): boolean {
  return labels.dirty === HELD && binding.annotations[ANNOTATIONS.hold] === WAITS
}
