import { applyChange, type BindingChange } from '../lifecycle/change.ts'
import { unheld, unheldDirty } from '../lifecycle/hold.ts'
import { isShared, readLabels } from '../pools/labels.ts'
import { type ActionFacts, canBeHandedOut } from './facts.ts'
import { onlyAccountOf } from './only-account.ts'

/** What the end of a hold comes to: what was there before, or dirty where a release waited for it. */
export function holdEnd(facts: ActionFacts): BindingChange {
  const { pooled, at } = facts
  return (waitsForRelease(facts) ? unheldDirty : unheld)(pooled.binding, at)
}

/**
 * Whether the tenant gave the account back while it was on hold, so that it need not have it once more, nor be allowed to, only to
 * lose it. What clusters or another binding forbid is up to whoever goes on with the release.
 */
export function waitsForRelease(facts: ActionFacts): boolean {
  const { pooled, at, givenBackBy, clusters, siblings } = facts
  const { kind, labels } = applyChange(pooled.binding, unheld(pooled.binding, at))
  const back = readLabels(kind, labels)
  const { tenantName, dirty, internal } = back
  if (tenantName === null || dirty !== null || internal !== null || isShared(back)) return false
  if (!givenBackBy.includes(tenantName) || clusters.length > 0) return false
  // Where it could not have it once more either, the other binding is what has to be put aside.
  return !siblings.some(canBeHandedOut) || onlyAccountOf(tenantName, facts) !== null
}
