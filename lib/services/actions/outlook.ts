import type { PoolQueue } from '#lib/hap/actions/facts.ts'
import type { Pool } from '#lib/hap/pools/pool.ts'
import type { ActionContext } from './action-context.ts'

/** What only a preview tells of: who gets an account next. */
export interface Outlook {
  /** Who waits for a pool, by its key. */
  queueOf(pool: string): Promise<PoolQueue | null>
  /** Whether a rule leads to a pool. */
  isReached(pool: Pool): boolean
}

/** What a preview needs. */
export interface PreviewContext extends ActionContext, Outlook {}

/** Where there are neither claims nor rules: nobody waits, and everybody may come. */
export const NO_OUTLOOK: Outlook = { queueOf: async () => null, isReached: () => true }
