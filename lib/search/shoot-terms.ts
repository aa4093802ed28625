import { MOST_CHARACTERS } from './parse.ts'

/** Other pages count what Gardener shows; what only the database knows is not among it. */
export const IN_GARDENER = '-known:database'

/** The search that finds the shoots on some accounts, by accountKey; null for none, and for more than a search can name. */
export function shootsOnTerms(accounts: Iterable<string>): string | null {
  return inGardener('account', [...accounts])
}

/** The same for the accounts of some pools, by poolKey. */
export function shootsOfPoolsTerms(pools: readonly string[]): string | null {
  return inGardener('pool', pools)
}

/** The search that finds all clusters of an account, also those that only the database knows and has not let go, as limits count them. */
export function clustersOnTerms(account: string): string {
  return `account:${account} -operation:releasing`
}

function inGardener(field: string, values: readonly string[]): string | null {
  const q = `${field}:${values.join(',')} ${IN_GARDENER}`
  return values.length === 0 || q.length > MOST_CHARACTERS ? null : q
}
