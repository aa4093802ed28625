import { isLegalLabelValue } from './label-value.ts'

/** A pool: all bindings with one hyperscaler type, EU flag and shared flag. */
export interface Pool {
  readonly hyperscalerType: string
  readonly euAccess: boolean
  readonly shared: boolean
}

/** Identity of a pool as one URL-safe string: `aws`, `aws~eu`, `aws~shared`, `aws~eu~shared` (`~` is no label character). */
export function poolKey(pool: Pool): string {
  return `${pool.hyperscalerType}${pool.euAccess ? '~eu' : ''}${pool.shared ? '~shared' : ''}`
}

/** The pool of a key made by poolKey, or null for any other text. */
export function parsePoolKey(key: string): Pool | null {
  const [hyperscalerType = '', ...flags] = key.split('~')
  const pool = { hyperscalerType, euAccess: flags.includes('eu'), shared: flags.includes('shared') }
  return isLegalLabelValue(hyperscalerType) && poolKey(pool) === key ? pool : null
}

/** A pool in running text: `aws`, `aws · EU`, `aws · shared`, `aws · EU · shared`. */
export function poolName(pool: Pool): string {
  return [pool.hyperscalerType, pool.euAccess && 'EU', pool.shared && 'shared'].filter(Boolean).join(' · ')
}
