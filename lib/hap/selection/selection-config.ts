import type { MultiAccount } from '../lifecycle/multi-account.ts'
import type { Plans } from '../plans/plan.ts'
import type { PoolIndex } from '../pools/pool-index.ts'
import type { Ruleset } from '../rules/ruleset.ts'
import type { Policy } from '../semantics/policy.ts'
import type { UsageSource } from './usage.ts'

/** What a decision looks at. */
export interface Inventory {
  readonly bindings: PoolIndex
  readonly usage: UsageSource
}

/** What a decision follows. */
export interface SelectionConfig {
  readonly ruleset: Ruleset
  readonly plans: Plans
  readonly multiAccount: MultiAccount
  readonly policy: Policy
  /** Now, in milliseconds since 1970: holds end. */
  readonly at: number
}
