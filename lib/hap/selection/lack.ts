import { conditionCause } from '../pools/account-condition.ts'
import { accountKey, bindingKey } from '../pools/binding.ts'
import { type Pool, poolName } from '../pools/pool.ts'
import type { PoolIndex } from '../pools/pool-index.ts'
import type { PooledBinding } from '../pools/pooled-binding.ts'
import type { Policy } from '../semantics.ts'
import { isUnused } from './search.ts'
import { checkUsability, type UsabilityContext } from './usability.ts'
import type { UsageSource } from './usage.ts'

/** Bindings to search, with the context of usability. */
interface Searched extends UsabilityContext {
  readonly bindings: Pick<PoolIndex, 'claimable' | 'shared' | 'unowned'>
  readonly usage: Pick<UsageSource, 'condition' | 'bindings' | 'tenants'>
  readonly policy: UsabilityContext['policy'] & Pick<Policy, 'accountUse'>
}

/** Why a candidate is skipped: equal keys are counted together. */
interface Cause {
  readonly key: string
  /** Formats the predicate of a sentence about `count` accounts. */
  format(count: number): string
}

/**
 * Formats why a pool has no account: `pool aws has no free binding`, or with accounts that cannot
 * be selected `pool aws has no usable binding; 8 free accounts cannot be written: their Secrets are
 * missing`.
 */
export function formatLack(pool: Pool, searched: Searched): string {
  const { bindings } = searched
  const noun = pool.shared ? 'shared' : 'free'
  const causes = formatCauses(pool.shared ? bindings.shared(pool) : listFree(pool, bindings), noun, searched)
  const lacking = pool.shared || causes.length > 0 ? 'usable' : 'free'
  return [`pool ${poolName(pool)} has no ${lacking} binding`, ...causes].join('; ')
}

/** Bindings that the documents allow to claim, and those that an administrator must accept first. */
function listFree(pool: Pool, bindings: Searched['bindings']): readonly PooledBinding[] {
  const restored = bindings.unowned(pool).filter(({ binding }) => binding.doubt !== undefined)
  return [...bindings.claimable(pool), ...restored]
}

/** Formats one clause per cause, most accounts first. */
function formatCauses(
  candidates: readonly PooledBinding[],
  noun: 'free' | 'shared',
  searched: Searched,
): readonly string[] {
  const found = candidates.flatMap(pooled => {
    const cause = unusableCause(pooled, searched) ?? (noun === 'free' ? otherUse(pooled, searched) : null)
    return cause ? [{ cause, account: accountKey(pooled.binding.account) }] : []
  })
  return Array.from(Map.groupBy(found, ({ cause }) => cause.key).values(), all => ({
    cause: all[0]?.cause,
    size: new Set(all.map(({ account }) => account)).size,
  }))
    .sort((a, b) => b.size - a.size)
    .map(({ cause, size }) => {
      const what = `${size.toLocaleString('en')} ${noun} ${size === 1 ? 'account' : 'accounts'}`
      return `${what} ${cause?.format(size) ?? ''}`
    })
}

function unusableCause(pooled: PooledBinding, context: UsabilityContext): Cause | null {
  const found = checkUsability(pooled, context)
  switch (found?.reason) {
    case undefined:
      return null
    case 'restored':
      return { key: found.reason, format: count => `${count === 1 ? 'was' : 'were'} restored or recreated` }
    case 'provider-type': {
      const { reason, hyperscalerType } = found
      const format = (count: number) =>
        `${count === 1 ? 'has' : 'have'} a provider type that does not fit ${hyperscalerType}`
      return { key: reason, format }
    }
    case 'condition': {
      const { cause } = found.condition
      const { kind } = pooled.binding.account
      const format = (count: number) => `cannot be written: ${conditionCause(cause, kind, count)}`
      return { key: `${cause} ${kind}`, format }
    }
  }
}

/** Why other use of its account keeps a free binding from a new tenant. */
function otherUse({ binding }: PooledBinding, { usage, policy }: Searched): Cause | null {
  if (policy.accountUse === 'selectable') return null
  const siblings = usage.bindings(binding).filter(other => bindingKey(other.binding) !== bindingKey(binding))
  if (!isUnused(siblings))
    return {
      key: 'sibling',
      format: count => `${count === 1 ? 'has' : 'have'} another binding that is dirty or in use`,
    }
  if (usage.tenants(binding).length === 0) return null
  return { key: 'clusters', format: count => `${count === 1 ? 'has' : 'have'} clusters already` }
}

/**
 * Replaces what the pool lacks in the message of a waiting claim by the current state; other
 * messages are unchanged.
 */
export function updateLack(message: string, pool: Pool, searched: Searched): string {
  const start = message.indexOf(`pool ${poolName(pool)} has no `)
  return start < 0 ? message : `${message.slice(0, start)}${formatLack(pool, searched)}.`
}
