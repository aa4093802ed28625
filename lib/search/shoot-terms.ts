import type { RequestCombination } from '#lib/hap/analysis/coverage.ts'
import { formatValue } from './format.ts'
import { MAX_CHARACTERS } from './parse.ts'

/** Shoots in Gardener, without clusters that exist in the database only. */
export const IN_GARDENER = '-known:database'

/** Clusters as limits count them: with those of the database only, until their release begins. */
export const NOT_RELEASING = '-operation:releasing'

/** Bindings whose account has shoots with infrastructure errors. */
export const ON_FAILING_ACCOUNTS = 'failing:>0'

/** The search that finds the shoots on an account, by its accountKey. */
export function shootsOfAccountTerms(account: string): string {
  return `account:${account} ${IN_GARDENER}`
}

/** The search that finds the shoots of a global account on any account. */
export function shootsOfGlobalAccountTerms(globalAccount: string): string {
  return `ga:${globalAccount} ${IN_GARDENER}`
}

/** The search that finds the shoots on accounts, by accountKey; null without accounts, and for more than a search permits. */
export function shootsOnTerms(accounts: Iterable<string>): string | null {
  return inGardener('account', [...accounts])
}

/** The search that finds the shoots of pools, by poolKey; null without pools, and for more than a search permits. */
export function shootsOfPoolsTerms(pools: readonly string[]): string | null {
  return inGardener('pool', pools)
}

/** The search that finds the clusters of an account as limits count them. */
export function clustersOnTerms(account: string): string {
  return `account:${account} ${NOT_RELEASING}`
}

/** The search that finds the clusters of a global account as limits count them. */
export function clustersOfTerms(globalAccount: string): string {
  return `ga:${globalAccount} ${NOT_RELEASING}`
}

/** The search that finds clusters of an account that are claimed and whose shoots do not exist. */
export function reservedOnTerms(account: string): string {
  return `${clustersOnTerms(account)} known:database`
}

/** Search value of an unknown plan or region. */
export const UNKNOWN = 'unknown'

/** The search that finds clusters without a known plan. */
export const WITHOUT_PLAN = `plan:${UNKNOWN}`

/** The search that finds clusters with the same request; null when a part of the request is empty, which a search cannot express. */
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
