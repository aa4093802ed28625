import { applyChange, type BindingChange } from '../lifecycle/change.ts'
import { undoneAside, unmarkedDirty, waitsForOthers } from '../lifecycle/cleaning.ts'
import { unheld, unheldDirty } from '../lifecycle/hold.ts'
import { accountKey, type Binding } from '../pools/binding.ts'
import { type HapLabels, isShared, readLabels } from '../pools/labels.ts'
import type { PooledBinding } from '../pools/pooled-binding.ts'
import { type ActionFacts, canBeHandedOut, dirtySiblings } from './facts.ts'

/** Who may be given a binding again, and as an account of which pool. */
export interface Owner {
  readonly tenant: string
  readonly hyperscalerType: string
  readonly euAccess: boolean
}

/** Whom a change of a binding, which is what an action comes to, offers it again; null for nobody. */
export function returnedTo(binding: Binding, change: BindingChange): Owner | null {
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

/** Why a tenant may not have an account beside those it has, as a sentence; null when it may. */
export function onlyAccountOf(tenant: string, { pooled, peers, severalAllowed }: ActionFacts): string | null {
  const own = accountKey(pooled.binding.account)
  const peer = peers.find(({ binding }) => accountKey(binding.account) !== own)
  if (!peer || severalAllowed) return null
  const instead = `Release that one first, or add ${tenant} to the allowlist.`
  return `Its global account ${tenant} now owns ${peer.binding.name} and may own only one account of this pool. ${instead}`
}

/** The same of an account with labels that would be offered to their global account. */
export function onlyIfOwned(labels: HapLabels, facts: ActionFacts): string | null {
  return isOwned(labels) ? onlyAccountOf(labels.tenantName ?? '', facts) : null
}

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
