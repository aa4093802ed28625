import type { StateCounts } from '#lib/hap/pools/capacity.ts'
import type { Pool } from '#lib/hap/pools/pool.ts'

/** A rule in a list: its number as people count, and its text. */
export interface RuleLink {
  readonly no: number
  readonly text: string
}

/**
 * `no-rule`: nothing can get an account of it. `no-binding`: a rule leads to it, and it does not exist.
 * `exhausted`: a rule leads to it, and it has no free account that nobody uses, or as a shared pool none in use.
 */
export const POOL_PROBLEMS = ['no-rule', 'no-binding', 'exhausted'] as const

type PoolProblem = (typeof POOL_PROBLEMS)[number]

/** One line of the pools page. */
export interface PoolRow {
  /** Unique on the page; a pool key where there is such a pool. */
  readonly key: string
  /** Null for a rule whose region is open and that no pool fits, see `name`. */
  readonly pool: Pool | null
  /** Hyperscaler type, an open region as `…`. */
  readonly name: string
  readonly euAccess: boolean
  readonly shared: boolean
  /** What the pools are grouped by, for example `aws`. */
  readonly provider: string
  /** Bindings, as HAP counts accounts: one that two bindings refer to counts twice. */
  readonly accounts: number
  readonly states: StateCounts
  /** Free accounts that a new tenant may get: a rule leads to them and nobody uses them. */
  readonly usable: number
  /** Global accounts that have an account of it, or a shoot on one of its shared ones. */
  readonly tenants: number
  readonly shoots: number
  readonly rules: readonly RuleLink[]
  readonly problem: PoolProblem | null
  /** It soon has nothing left to give. */
  readonly scarce: boolean
}

export interface PoolGroup {
  readonly provider: string
  readonly pools: readonly PoolRow[]
  readonly accounts: number
  readonly states: StateCounts
  readonly tenants: number
  readonly shoots: number
}

/** Usable accounts below which a dedicated pool counts as scarce. */
const SCARCE_BELOW = 6

type Counted = Omit<PoolRow, 'problem' | 'scarce'>

/** The row of a pool that rules lead to or bindings are in. */
export function poolRow(row: Counted): PoolRow {
  const scarce = !row.shared && row.rules.length > 0 && row.usable < SCARCE_BELOW
  return { ...row, problem: problemOf(row), scarce }
}

function problemOf({ accounts, rules, shared, states, usable }: Counted): PoolProblem | null {
  if (accounts === 0) return 'no-binding'
  if (rules.length === 0) return 'no-rule'
  return (shared ? states.shared : usable) === 0 ? 'exhausted' : null
}
