import { isLegalLabelValue } from './labels.ts'

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

/** The provider a hyperscaler type begins with; its name has no underscore (seed 000). */
export function providerOf(hyperscalerType: string): string {
  return hyperscalerType.split('_', 1)[0] ?? hyperscalerType
}

interface Supply {
  readonly accounts: number
  readonly problem: string | null
  /** Claims that wait; null where nobody could be asked. */
  readonly waiting: number | null
}

/** Whether requests wait for want of an account: a pool that has nothing left, and one that has no account at all while claims wait. */
export function isExhausted({ accounts, problem, waiting }: Supply): boolean {
  return problem === 'exhausted' || (accounts === 0 && (waiting ?? 0) > 0)
}
