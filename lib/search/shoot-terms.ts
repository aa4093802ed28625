import type { RequestCombination } from '#lib/hap/analysis/coverage.ts'
import { formatValue } from './format.ts'
import { MAX_CHARACTERS } from './parse.ts'

/** Shoots: what only the database knows is not among them. */
export const IN_GARDENER = '-known:database'

/** Clusters, as limits count them: what only the database knows is among them until it is being given back. */
export const NOT_RELEASING = '-operation:releasing'

/** Of the bindings those on whose account shoots report infrastructure errors. */
export const ON_FAILING_ACCOUNTS = 'failing:>0'

/** The search that finds the shoots on an account, by its accountKey. */
export function shootsOfAccountTerms(account: string): string {
  return `account:${account} ${IN_GARDENER}`
}

/** The same of a global account, on whichever account. */
export function shootsOfGlobalAccountTerms(globalAccount: string): string {
  return `ga:${globalAccount} ${IN_GARDENER}`
}

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
  return `account:${account} ${NOT_RELEASING}`
}

/** The same of a global account, on whichever account. */
export function clustersOfTerms(globalAccount: string): string {
  return `ga:${globalAccount} ${NOT_RELEASING}`
}

/** The search that finds clusters of an account that are claimed and whose shoots do not exist. */
export function reservedOnTerms(account: string): string {
  return `${clustersOnTerms(account)} known:database`
}

/** What the search calls a plan or a region that no source tells. */
export const UNKNOWN = 'unknown'

/** The search that finds what the database or Gardener knows of a plan that nobody tells. */
export const WITHOUT_PLAN = `plan:${UNKNOWN}`

/** The search that finds the clusters that were requested alike; null where a part of the request is empty, which no search can name. */
export function requestedLikeTerms(seen: Omit<RequestCombination, 'clusters' | 'lastAt'>): string | null {
  const { plan, provider, platformRegion, hyperscalerRegion } = seen
  const parts = { plan, provider, region: hyperscalerRegion ?? UNKNOWN, pr: platformRegion ?? UNKNOWN }
  const terms = Object.entries(parts)
  if (terms.some(([, value]) => value === '')) return null
  return terms.map(([field, value]) => `${field}:${formatValue(value)}`).join(' ')
}

function inGardener(field: string, values: readonly string[]): string | null {
  const q = `${field}:${values.join(',')} ${IN_GARDENER}`
  return values.length === 0 || q.length > MAX_CHARACTERS ? null : q
}
