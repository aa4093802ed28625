import { conditionCause } from '../pools/account-condition.ts'
import { type AccountKind, accountKey } from '../pools/binding.ts'
import { type Pool, poolName } from '../pools/pool.ts'
import type { PoolIndex } from '../pools/pool-index.ts'
import { type PooledBinding, stateAt } from '../pools/pooled-binding.ts'
import type { Policy } from '../semantics.ts'
import { factsOfAccount, shareInPool } from './account-shares.ts'
import type { UnusableCause, UsabilityContext } from './usability.ts'
import type { UsageSource } from './usage.ts'

/** Bindings to search, with the context of usability. */
interface Searched extends UsabilityContext {
  readonly bindings: Pick<PoolIndex, 'claimable' | 'shared' | 'unowned'>
  readonly usage: Pick<UsageSource, 'condition' | 'bindings' | 'tenants'>
  readonly policy: UsabilityContext['policy'] & Pick<Policy, 'accountUse'>
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Why an account is skipped: equal keys are counted together. */
interface Cause {
  readonly key: string
  /** Formats a clause about `count` accounts. */
  format(count: number): string
}

/**
 * Formats why a pool has no account: `pool aws has no free binding`, or with accounts that cannot
 * be selected `pool aws has no usable binding; 8 free accounts cannot be written: their Secrets are
 * missing`.
 */
export function formatLack(pool: Pool, searched: Searched): string {
  const { bindings } = searched
  const causes = formatCauses(pool.shared ? bindings.shared(pool) : listFree(pool, bindings), pool, searched)
  const lacking = pool.shared || causes.length > 0 ? 'usable' : 'free'
  return [`pool ${poolName(pool)} has no ${lacking} binding`, ...causes].join('; ')
}

/** Bindings that the documents allow to claim, and those that an administrator must accept first. */
function listFree(pool: Pool, bindings: Searched['bindings']): readonly PooledBinding[] {
  const restored = bindings.unowned(pool).filter(({ binding }) => binding.doubt !== undefined)
  return [...bindings.claimable(pool), ...restored]
}

/** Formats one clause per cause, most accounts first. Each account counts once. */
function formatCauses(candidates: readonly PooledBinding[], pool: Pool, searched: Searched): readonly string[] {
  const accounts = new Map(candidates.map(pooled => [accountKey(pooled.binding.account), pooled]))
  const causes = [...accounts.values()].flatMap(pooled => causeOfAccount(pooled, pool, searched) ?? [])
  return Array.from(Map.groupBy(causes, ({ key }) => key).values(), all => ({ cause: all[0], size: all.length }))
    .sort((a, b) => b.size - a.size)
    .map(({ cause, size }) => cause?.format(size) ?? '')
}

/** Why the account of a candidate is skipped; null where its own labels say so. */
function causeOfAccount({ binding }: PooledBinding, pool: Pool, searched: Searched): Cause | null {
  const { usage, policy, at } = searched
  const facts = factsOfAccount(binding, usage)
  const share = shareInPool(pool, facts, searched)
  if (!share) return null
  const { unusable, state } = share
  const noun = pool.shared ? 'shared' : 'free'
  if (unusable !== null) {
    const { kind } = binding.account
    const format = (count: number) => `${formatAccounts(count, noun)} ${formatUnusables(unusable, pool, kind, count)}`
    return { key: `${unusable} ${kind}`, format }
  }
  if (pool.shared || policy.accountUse === 'selectable') return null
  if (state === 'free') {
    if (!facts.isInUse) return null
    return { key: 'clusters', format: count => `${formatAccounts(count, noun)} ${has(count)} clusters already` }
  }
  if (share.bindings.every(each => stateAt(each, at) !== 'free')) return null
  return {
    key: state,
    format: count => `${formatAccounts(count)} with a free binding ${count === 1 ? 'is' : 'are'} ${state}`,
  }
}

/** Formats the predicate of a sentence about `count` unusable accounts. */
function formatUnusables(cause: UnusableCause, { hyperscalerType }: Pool, kind: AccountKind, count: number): string {
  switch (cause) {
    case 'restored':
      return `${count === 1 ? 'was' : 'were'} restored or recreated`
    case 'provider-type':
      return `${has(count)} a provider type that does not fit ${hyperscalerType}`
    default:
      return `cannot be written: ${conditionCause(cause, kind, count)}`
  }
}

function formatAccounts(count: number, adjective = ''): string {
  const noun = count === 1 ? 'account' : 'accounts'
  return [count.toLocaleString('en'), adjective, noun].filter(word => word !== '').join(' ')
}

function has(count: number): string {
  return count === 1 ? 'has' : 'have'
}

/**
 * Replaces what the pool lacks in the message of a waiting claim by the current state; other
 * messages are unchanged.
 */
export function updateLack(message: string, pool: Pool, searched: Searched): string {
  const start = message.indexOf(`pool ${poolName(pool)} has no `)
  return start < 0 ? message : `${message.slice(0, start)}${formatLack(pool, searched)}.`
}
