import { type Pool, poolKey } from '#lib/hap/pools/pool.ts'
import { RELEASED_STATES } from '#lib/hap/pools/state.ts'

/** The search that finds every binding whose label names a global account, also those it has given back; for one pool of them. */
export function ownerTerms(globalAccount: string, pool: string | null = null): string {
  return pool === null ? `owner:${globalAccount}` : `pool:${pool} owner:${globalAccount}`
}

/** The search that finds the bindings of a global account in a pool, as ownersOf counts them. */
export function ownedTerms(globalAccount: string, pool: Pool): string {
  return `${ownerTerms(globalAccount, poolKey(pool))} -state:${RELEASED_STATES.join(',')}`
}

/** The search that finds the bindings a global account has given back and that are not clean yet. */
export function givenBackTerms(globalAccount: string): string {
  return `${ownerTerms(globalAccount)} state:${RELEASED_STATES.join(',')}`
}

/** The search that finds the accounts of a global account that are over their limit. */
export function overLimitTerms(globalAccount: string): string {
  return `${ownerTerms(globalAccount)} problem:over-limit`
}
