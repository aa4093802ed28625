import { applyChange, type BindingChange } from '../lifecycle/change.ts'
import { undoDirtyChange, undoDirtyHoldChange, waitsForOthers } from '../lifecycle/cleaning.ts'
import { unholdChange, unholdDirtyChange } from '../lifecycle/hold.ts'
import { accountKey, type Binding } from '../pools/binding.ts'
import { type HapLabels, isShared, readLabels } from '../pools/labels.ts'
import type { PooledBinding } from '../pools/pooled-binding.ts'
import { type ActionFacts, canBeAssigned, dirtySiblings } from './facts.ts'

/** Global account that a binding is returned to, and the pool of the account. */
export interface PreviousOwner {
  readonly tenant: string
  readonly hyperscalerType: string
  readonly euAccess: boolean
}

/** Returns the global account that a change offers a binding to; null for none. */
export function returnedOwner(binding: Binding, change: BindingChange): PreviousOwner | null {
  const { kind, labels } = applyChange(binding, change)
  const read = readLabels(kind, labels)
  const { tenantName: tenant, hyperscalerType, euAccess } = read
  if (tenant === null || hyperscalerType === null || !isOwned(read)) return null
  return { tenant, hyperscalerType, euAccess: euAccess === 'true' }
}

/** Whether labels offer an account to its global account. */
function isOwned({ tenantName, dirty, shared, internal }: HapLabels): boolean {
  return tenantName !== null && dirty === null && shared === null && internal === null
}

/**
 * Returns why a tenant may not own this account beside its others, as a sentence; null when it may.
 */
export function secondAccountRefusal(tenant: string, { pooled, peers, severalAllowed }: ActionFacts): string | null {
  const own = accountKey(pooled.binding.account)
  const peer = peers.find(({ binding }) => accountKey(binding.account) !== own)
  if (!peer || severalAllowed) return null
  const instead = `Release that account first, or add ${tenant} to the allowlist.`
  return `Its global account ${tenant} now owns ${peer.binding.name} and may own only one account of this pool. ${instead}`
}

/** The same for labels after a change; null when they offer the account to no tenant. */
export function ownerRefusal(labels: HapLabels, facts: ActionFacts): string | null {
  return isOwned(labels) ? secondAccountRefusal(labels.tenantName ?? '', facts) : null
}

/**
 * The change that undo-dirty makes. The binding goes on hold while another binding of the account is
 * dirty, or is held and returns to a global account.
 */
export function undoChange(facts: ActionFacts): BindingChange {
  const { pooled, at } = facts
  const waits = dirtySiblings(facts).length > 0 || ownedHeldSibling(facts) !== null
  return (waits ? undoDirtyHoldChange : undoDirtyChange)(pooled.binding, at)
}

/**
 * Another held binding that returns to a global account with this account, so that this one does
 * not become free.
 */
export function ownedHeldSibling({ pooled: { labels }, siblings }: ActionFacts): PooledBinding | null {
  if (labels.tenantName !== null || isShared(labels)) return null
  return siblings.find(other => waitsForOthers(other) && other.labels.tenantName !== null) ?? null
}

/**
 * Change that ends a hold: back to the state before, or to dirty when a release arrived during the
 * hold.
 */
export function endHoldChange(facts: ActionFacts): BindingChange {
  const { pooled, at } = facts
  return (isReleasePending(facts) ? unholdDirtyChange : unholdChange)(pooled.binding, at)
}

/**
 * Whether the tenant released the account during the hold, so that the end of the hold must mark it
 * dirty instead of returning it. Clusters and other bindings on the account prevent that: the
 * release then settles it.
 */
export function isReleasePending(facts: ActionFacts): boolean {
  const { pooled, at, releasedBy, clusters, siblings } = facts
  const { kind, labels } = applyChange(pooled.binding, unholdChange(pooled.binding, at))
  const back = readLabels(kind, labels)
  const { tenantName, dirty, internal } = back
  if (tenantName === null || dirty !== null || internal !== null || isShared(back)) return false
  if (!releasedBy.includes(tenantName) || clusters.length > 0) return false
  // When the tenant may not own the account again, the other binding has to be released first.
  return !siblings.some(canBeAssigned) || secondAccountRefusal(tenantName, facts) !== null
}
