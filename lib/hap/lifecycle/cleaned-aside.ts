import { ANNOTATIONS } from '../pools/annotations.ts'
import type { Binding } from '../pools/binding.ts'
import { HELD, readLabels } from '../pools/labels.ts'
import type { PooledBinding } from '../pools/pooled-binding.ts'
import { type BindingChange, changeOf } from './change.ts'
import { stamp } from './stamp.ts'

/** By this reason such a hold is known: whoever gives another reason, or another end, makes it a hold of their own. */
const CLEAN = 'Clean; waits for the other bindings of its account.'
const NOT_DIRTY = 'No longer dirty; waits for the other bindings of its account.'
/** Time for the others. Afterwards the hold ends by itself as soon as it may. */
const WAIT_MS = 60_000

/**
 * The end of cleaning beside another binding of the account that is dirty still: as it would be when clean, but on hold, since
 * whoever cleans the account by way of the other would clean what was given out by way of this.
 */
export function cleanedAside(binding: Binding, evidence: string, at: number): BindingChange {
  const { labels, notes } = aside(binding, CLEAN, at)
  return changeOf(binding, {
    labels: { ...labels, tenantName: null },
    notes: { ...notes, evidence, cleaning: null, selectedBy: null },
  })
}

/** The same of a mark that is taken back beside another dirty binding: it is its tenant's still, if it has one. */
export function undoneAside(binding: Binding, at: number): BindingChange {
  return changeOf(binding, aside(binding, NOT_DIRTY, at))
}

function aside({ kind, labels }: Binding, hold: string, at: number) {
  const { internal, shared } = readLabels(kind, labels)
  return {
    labels: { dirty: HELD, internal: 'true', shared: shared === null ? null : HELD },
    notes: {
      state: null,
      stateSince: stamp(at),
      dirtyFrom: null,
      cleanNow: null,
      hold,
      holdUntil: stamp(at + WAIT_MS),
      heldFlags: internal === null ? '' : 'internal',
    },
  }
}

type OnHold = Pick<PooledBinding, 'binding' | 'labels'>

/** Whether a binding is on hold only until the other bindings of its account are clean, or no longer dirty, too. */
export function waitsForOthers(pooled: OnHold): boolean {
  return isCleanedAside(pooled) || isHeldFor(pooled, NOT_DIRTY)
}

/** Of these one that was called clean. */
export function isCleanedAside(pooled: OnHold): boolean {
  return isHeldFor(pooled, CLEAN)
}

function isHeldFor({ binding, labels }: OnHold, reason: string): boolean {
  return labels.dirty === HELD && binding.annotations[ANNOTATIONS.hold] === reason
}
