import { formatCount } from '#components/ui/format.ts'
import { clustersToGo } from '#lib/hap/lifecycle/clusters-to-go.ts'
import { type Consolidation, consolidate, type FilledAccount } from '#lib/hap/lifecycle/consolidation.ts'
import { accountKey } from '#lib/hap/pools/account.ts'
import type { HeldAccount, Holding } from '#lib/queries/global-accounts/holding.ts'

/** An account with all clusters that count against its limit. */
export interface FilledHeldAccount extends HeldAccount {
  readonly clusters: number
  /** Of them those whose shoots do not exist yet. */
  readonly reserved: number
}

export interface FilledHolding extends Omit<Holding, 'accounts'> {
  readonly accounts: readonly FilledHeldAccount[]
}

/** Before the database answered, and when it does not. */
export const NO_CLUSTERS: Readonly<Record<string, number>> = {}

/** What a global account has of a pool, with the clusters the database has reserved, by accountKey. */
export function withReserved(holding: Holding, reserved: Readonly<Record<string, number>>): FilledHolding {
  const accounts = holding.accounts.map(account => {
    const more = reserved[accountKey(account.row.account)] ?? 0
    return { ...account, reserved: more, clusters: account.row.shoots + more }
  })
  return { ...holding, accounts }
}

/** Which of the accounts could be emptied into the others; null where no limit tells how much room there is. Two bindings may be of one account. */
export function adviceOf({ limit, accounts }: FilledHolding): Consolidation | null {
  if (limit === null || limit.source === 'unlimited') return null
  const byAccount = new Map<string, FilledAccount>()
  for (const { row, clusters, takes, returns } of accounts) {
    const key = accountKey(row.account)
    if (returns && !byAccount.has(key)) byAccount.set(key, { name: row.name, clusters, limit: limit.value, takes })
  }
  return consolidate([...byAccount.values()])
}

/** What the clusters of an account mean for the next one: `71 to go before it is used again`. */
export function roomWords({ clusters, takes, row }: FilledHeldAccount, limit: number | null): string {
  if (!takes) return `${row.state}: gets no cluster`
  if (limit === null) return 'no limit applies'
  const over = clustersToGo(clusters, limit)
  if (over === 0) return `room for ${formatCount(limit - clusters)} more`
  return clusters === limit ? 'full' : `${formatCount(over)} to go before it is used again`
}
