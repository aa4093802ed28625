import type { BindingChange } from '../lifecycle/change.ts'
import { undoneAside, waitsForOthers } from '../lifecycle/cleaned-aside.ts'
import { unmarkedDirty } from '../lifecycle/dirty-changes.ts'
import { isShared } from '../pools/labels.ts'
import type { PooledBinding } from '../pools/pooled-binding.ts'
import { type ActionFacts, dirtySiblings } from './facts.ts'

/** What taking a mark back comes to: on hold as it will be, while other bindings of the account keep it from being in use. */
export function undone(facts: ActionFacts): BindingChange {
  const { pooled, at } = facts
  const waits = dirtySiblings(facts).length > 0 || ownerAside(facts) !== null
  return (waits ? undoneAside : unmarkedDirty)(pooled.binding, at)
}

/** Another binding that goes back to a global account, with the account: then one that nobody owns is not free. */
export function ownerAside({ pooled: { labels }, siblings }: ActionFacts): PooledBinding | null {
  if (labels.tenantName !== null || isShared(labels)) return null
  return siblings.find(other => waitsForOthers(other) && other.labels.tenantName !== null) ?? null
}
