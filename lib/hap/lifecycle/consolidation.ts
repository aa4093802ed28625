/** One of several accounts of a global account in one pool. */
export interface FilledAccount {
  /** Key of the account; sorts accounts with equally many clusters. */
  readonly name: string
  readonly clusters: number
  /** Maximum number of clusters (seed 003). */
  readonly limit: number
  /** Whether new clusters may be placed on it; an account on hold can be emptied but not filled. */
  readonly takes: boolean
}

/** Accounts that can be emptied, and the moves that this takes. */
export interface Consolidation {
  /** Accounts to empty, least populated first. */
  readonly emptied: readonly FilledAccount[]
  /** Number of clusters to move. */
  readonly moves: number
  /**
   * Accounts that receive the clusters, most populated first, the order of placement in seed 003.
   */
  readonly into: readonly { readonly account: FilledAccount; readonly clusters: number }[]
}

/**
 * Plans which accounts can be emptied into the free room of the others. With equal limits, emptying any
 * account removes the same capacity from the total, so that emptying the least populated first frees the most accounts
 * with the fewest moves.
 */
export function consolidate(accounts: readonly FilledAccount[]): Consolidation {
  const emptied: FilledAccount[] = []
  let moves = 0
  let room = sum(accounts, roomOf)
  for (const account of accounts.toSorted(byFewest)) {
    const left = room - roomOf(account)
    if (moves + account.clusters > left) continue
    emptied.push(account)
    moves += account.clusters
    room = left
  }
  const kept = accounts.filter(account => !emptied.includes(account))
  return { emptied, moves, into: fill(kept, moves) }
}

function fill(accounts: readonly FilledAccount[], moves: number): Consolidation['into'] {
  let left = moves
  return accounts
    .toSorted((a, b) => byFewest(b, a))
    .flatMap(account => {
      const clusters = Math.min(left, roomOf(account))
      left -= clusters
      return clusters > 0 ? [{ account, clusters }] : []
    })
}

function roomOf({ clusters, limit, takes }: FilledAccount): number {
  return takes ? Math.max(0, limit - clusters) : 0
}

function byFewest(a: FilledAccount, b: FilledAccount): number {
  return a.clusters - b.clusters || (a.name < b.name ? -1 : 1)
}

function sum<Item>(items: readonly Item[], figure: (item: Item) => number): number {
  return items.reduce((total, item) => total + figure(item), 0)
}
