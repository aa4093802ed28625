import { isLegalLabelValue } from './labels.ts'

/** A pool: all bindings with the same hyperscaler type, EU access and sharing. */
export interface Pool {
  readonly hyperscalerType: string
  readonly euAccess: boolean
  readonly shared: boolean
}

/**
 * Formats the identity of a pool, safe in URLs: `aws`, `aws~eu`, `aws~shared`, `aws~eu~shared`. `~`
 * is illegal in labels.
 */
export function poolKey(pool: Pool): string {
  return `${pool.hyperscalerType}${pool.euAccess ? '~eu' : ''}${pool.shared ? '~shared' : ''}`
}

/** Parses a key made by poolKey; null for any other text. */
export function parsePoolKey(key: string): Pool | null {
  const [hyperscalerType = '', ...flags] = key.split('~')
  const pool = { hyperscalerType, euAccess: flags.includes('eu'), shared: flags.includes('shared') }
  return isLegalLabelValue(hyperscalerType) && poolKey(pool) === key ? pool : null
}

/** Formats a pool for people: `aws`, `aws · EU`, `aws · shared`, `aws · EU · shared`. */
export function poolName(pool: Pool): string {
  return [pool.hyperscalerType, pool.euAccess && 'EU', pool.shared && 'shared'].filter(Boolean).join(' · ')
}

/** Provider of a hyperscaler type: the part before the first underscore (seed 000). */
export function providerOf(hyperscalerType: string): string {
  return hyperscalerType.split('_', 1)[0] ?? hyperscalerType
}

interface Supply {
  readonly accounts: number
  readonly problem: string | null
  /** Waiting claims; null when the database did not answer. */
  readonly waiting: number | null
}

/**
 * Whether requests wait for an account: the pool is exhausted, or has no account at all and claims
 * wait.
 */
export function isExhausted({ accounts, problem, waiting }: Supply): boolean {
  return problem === 'exhausted' || (accounts === 0 && (waiting ?? 0) > 0)
}

/** Both spellings of a pool that a search accepts: its key `aws~eu`, and its name on pages `aws · EU`. */
export function poolSpellings(poolKey: string): readonly string[] {
  return [poolKey, poolKey.replaceAll('~', ' · ')]
}
