import type { Binding } from '../pools/binding.ts'
import { type BindingChange, changeOf } from './change.ts'
import { stamp } from './stamp.ts'

/** A tenant's claim of a free binding: it gets the tenant's name, and notes about its last cleaning and hold go. */
export function claimed(binding: Binding, tenant: string, claim: string, at: number): BindingChange {
  const over = {
    state: null,
    evidence: null,
    cleaning: null,
    cleanNow: null,
    dirtyFrom: null,
    hold: null,
    holdUntil: null,
    heldFlags: null,
  }
  return changeOf(binding, {
    labels: { tenantName: tenant },
    notes: { ...over, selectedBy: claim, stateSince: stamp(at) },
  })
}

/** A selection that leaves the labels as they are, of an own or a shared binding: only the epoch tells of it. */
export function selectedAgain(binding: Binding, claim: string): BindingChange {
  return changeOf(binding, { notes: { selectedBy: claim } })
}

/** Takes back a claim of a free binding that nobody was told of. */
export function unclaimed(binding: Binding): BindingChange {
  return changeOf(binding, { labels: { tenantName: null }, notes: { selectedBy: null } })
}

/** Nothing but a higher epoch: what was prepared for the binding as it was can no longer be written. */
export function fenced(binding: Binding): BindingChange {
  return changeOf(binding, {})
}
