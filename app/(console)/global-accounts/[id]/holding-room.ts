import { excessClusters } from '#lib/hap/lifecycle/account-clusters.ts'
import { type Consolidation, consolidate, type FilledAccount } from '#lib/hap/lifecycle/consolidation.ts'
import { accountKey } from '#lib/hap/pools/binding.ts'
import type { HeldAccount, Holding } from '#lib/queries/global-accounts/global-account-detail.ts'
import { formatCount } from '#lib/util/format.ts'

/**
 * Computes which accounts could be emptied into the others; null without a limit. Counts an account
 * with two bindings once.
 */
export function adviceOf({ limit, accounts }: Holding): Consolidation | null {
  if (limit === null || limit.source === 'unlimited') return null
  const byAccount = new Map<string, FilledAccount>()
  for (const { row, takes, returns } of accounts) {
    const key = accountKey(row.account)
    if (returns && !byAccount.has(key))
      byAccount.set(key, { name: row.name, clusters: row.clusters, limit: limit.value, takes })
  }
  return consolidate([...byAccount.values()])
}

/** Describes the capacity left on an account: `71 to go before it is used again`. */
export function roomWords({ takes, row: { clusters, state } }: HeldAccount, limit: number | null): string {
  if (!takes) return `${state}: gets no new cluster`
  if (limit === null) return 'no limit applies'
  const over = excessClusters(clusters, limit)
  if (over === 0) return `room for ${formatCount(limit - clusters)} more`
  return clusters === limit ? 'full' : `${formatCount(over)} to go before it is used again`
}
