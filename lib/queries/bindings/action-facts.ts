import { previewCleaner } from '#lib/garden/cleaning-progress.ts'
import { findNeighbours, usablePools } from '#lib/garden/inventory/pool-neighbours.ts'
import type { ActionFacts } from '#lib/hap/actions/facts.ts'
import { judge, type Verdict } from '#lib/hap/actions/judge.ts'
import { accountClusters } from '#lib/hap/lifecycle/account-clusters.ts'
import { accountKey } from '#lib/hap/pools/binding.ts'
import type { PooledBinding } from '#lib/hap/pools/pooled-binding.ts'
import type { QueryContext } from '../query-context.ts'
import type { BindingFacts } from './binding-facts.ts'

/**
 * Returns a function that collects the facts that actions depend on from the inventory. The action
 * itself reads claims and shoots again before it writes.
 */
export function createFactsReader({
  inventory,
  rules,
  cleaning,
  at,
}: QueryContext): (pooled: PooledBinding) => ActionFacts {
  const usable = usablePools(inventory, rules.plans, at)
  const settings = { allowed: rules.multiAccount.allowed, plans: rules.plans }
  return pooled => {
    const account = accountKey(pooled.binding.account)
    const facts: ActionFacts = {
      ...findNeighbours(pooled, inventory, settings, at, { usableOf: usable }),
      pooled,
      at,
      releasedBy: inventory.givenBackOfAccount(account).map(({ tenant }) => tenant),
      clusters: accountClusters(inventory.shootsOfAccount(account), inventory.claimsOfAccount(account)),
    }
    return { ...facts, cleaner: previewCleaner(facts, cleaning) }
  }
}

/** Collects the facts of one binding. */
export function getActionFacts(pooled: PooledBinding, context: QueryContext): ActionFacts {
  return createFactsReader(context)(pooled)
}

/**
 * Returns why a person has to verify the account and what that person can do now, as sentences; null where a cleaner verifies it. Reads the
 * whole pool.
 */
export function getManualReason(
  { pooled, verifiability }: Pick<BindingFacts, 'pooled' | 'verifiability'>,
  context: QueryContext,
): string | null {
  if (verifiability.by === 'cleaner') return null
  return formatManualReason(verifiability.reason, judge('confirm-clean', getActionFacts(pooled, context)))
}

/** Returns why a person cannot end the hold of a binding either, as a sentence; null when a person can. */
export function getUnholdRefusal(pooled: PooledBinding, context: QueryContext): string | null {
  const verdict = judge('unhold', getActionFacts(pooled, context))
  return verdict.allowed ? null : verdict.reason
}

/**
 * Formats why a person has to verify an account. `reason` ends with the request to confirm it; a
 * refusal of that action replaces the request.
 */
export function formatManualReason(reason: string, confirm: Verdict): string {
  if (confirm.allowed) return reason
  const why = reason.slice(0, reason.lastIndexOf('. ') + 1)
  return `${why} It cannot be confirmed clean yet: ${confirm.reason}`
}
