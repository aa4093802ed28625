import { type Pool, poolName } from '../pools/pool.ts'
import type { PoolIndex } from '../pools/pool-index.ts'
import { formatUnusableAccounts, type UsabilityContext } from './usability.ts'

/** What an account is looked for in. */
interface Searched extends UsabilityContext {
  readonly bindings: Pick<PoolIndex, 'claimable' | 'shared'>
}

/**
 * Why a pool gives no account, as a fragment: `pool aws has no free binding`, or with the accounts that only Gardener refuses
 * `pool aws has no usable binding; 8 free accounts cannot be written: their Secrets are missing`.
 */
export function formatLack(pool: Pool, searched: Searched): string {
  const { bindings } = searched
  const causes = pool.shared
    ? formatUnusableAccounts(bindings.shared(pool), 'shared', searched)
    : formatUnusableAccounts(bindings.claimable(pool), 'free', searched)
  const noun = pool.shared || causes.length > 0 ? 'usable' : 'free'
  return [`pool ${poolName(pool)} has no ${noun} binding`, ...causes].join('; ')
}

/** The message of a claim that waits, with what its pool lacks now instead of at the decision; other messages stay as they are. */
export function updateLack(message: string, pool: Pool, searched: Searched): string {
  const start = message.indexOf(`pool ${poolName(pool)} has no `)
  return start < 0 ? message : `${message.slice(0, start)}${formatLack(pool, searched)}.`
}
