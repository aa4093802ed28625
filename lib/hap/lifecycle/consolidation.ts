/** One of several accounts that serve the same global account in the same pool. */
export interface FilledAccount {
  /** Identity, and the order between equals. */
  readonly name: string
  readonly clusters: number
  /** Most clusters it should carry (seed 003). */
  readonly limit: number
  /** Whether it may get clusters: one on hold may not, but can be emptied. */
  readonly takes: boolean
}

/** Accounts that could come back to the pool, and what has to happen before. */
export interface Consolidation {
  /** Those that could be emptied, the least populated first. */
  readonly emptied: readonly FilledAccount[]
  /** Clusters that have to move. */
  readonly moves: number
  /** Where they find room, the most populated first, as new clusters would (seed 003). */
  readonly into: readonly { readonly account: FilledAccount; readonly clusters: number }[]
}

/**
 * Which accounts could be emptied into the free room of the others. Between accounts of one limit any below it costs the same room,
 * so that the least populated first empties as many as possible with the fewest clusters to move.
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
