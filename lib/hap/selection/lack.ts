import { counted } from '../actions/words.ts'
import { accountKey } from '../pools/account.ts'
import { type Pool, poolName } from '../pools/pool.ts'
import type { PoolIndex } from '../pools/pool-index.ts'
import type { PooledBinding } from '../pools/pooled-binding.ts'
import { formatUnusableAccounts, type UsabilityContext } from './usability.ts'

/** What an account is looked for in. */
interface Searched extends UsabilityContext {
  readonly bindings: Pick<PoolIndex, 'claimable' | 'shared' | 'unowned'>
}

/**
 * Why a pool gives no account, as a fragment: `pool aws has no free binding`, or with the accounts that only Gardener refuses
 * `pool aws has no usable binding; 8 free accounts cannot be written: their Secrets are missing`.
 */
export function formatLack(pool: Pool, searched: Searched): string {
  const { bindings } = searched
  const noun = pool.shared ? 'shared' : 'free'
  const candidates = pool.shared ? bindings.shared(pool) : bindings.claimable(pool)
  const restored = restoredAccounts(pool.shared ? candidates : bindings.unowned(pool), searched)
  const causes = [
    ...formatUnusableAccounts(candidates, noun, searched),
    ...(restored === 0
      ? []
      : [`${counted(restored, `${noun} account`)} ${restored === 1 ? 'was' : 'were'} restored or recreated`]),
  ]
  const lacking = pool.shared || causes.length > 0 ? 'usable' : 'free'
  return [`pool ${poolName(pool)} has no ${lacking} binding`, ...causes].join('; ')
}

/** Accounts that an administrator has to accept before they are selected. */
function restoredAccounts(bindings: readonly PooledBinding[], { policy }: UsabilityContext): number {
  const restored = policy.restored === 'excluded' ? bindings.filter(({ binding }) => binding.doubt !== undefined) : []
  return new Set(restored.map(({ binding }) => accountKey(binding.account))).size
}

/** The message of a claim that waits, with what its pool lacks now instead of at the decision; other messages stay as they are. */
export function updateLack(message: string, pool: Pool, searched: Searched): string {
  const start = message.indexOf(`pool ${poolName(pool)} has no `)
  return start < 0 ? message : `${message.slice(0, start)}${formatLack(pool, searched)}.`
}
