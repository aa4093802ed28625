import { bindingKey } from '../pools/binding.ts'
import { type PooledBinding, stateAt } from '../pools/pooled-binding.ts'
import type { SearchStep } from './decision.ts'
import type { SelectionConfig } from './selection-config.ts'
import type { UsageSource } from './usage.ts'

/** What the check of an account needs of a search. */
interface AccountSearch {
  readonly request: { readonly globalAccount: string }
  readonly inventory: { readonly usage: UsageSource }
  readonly config: Pick<SelectionConfig, 'policy' | 'at'>
}

/** Why a binding is not taken although it could be itself: its account is in other use. `words` is a fragment in lower case. */
interface AccountExclusion {
  readonly reason: 'split' | 'in-use'
  readonly words: string
}

/**
 * What keeps the account behind a binding from being taken; null when nothing does. Another binding of it may have been given back,
 * so that it may be cleaned whoever uses it; and a free account is nobody's else: no other binding of it is owned, shared or kept
 * aside, and no cluster of another global account runs on it.
 */
export function accountExclusion(
  { binding }: PooledBinding,
  purpose: SearchStep['purpose'],
  { request, inventory: { usage }, config: { policy, at } }: AccountSearch,
): AccountExclusion | null {
  if (policy.accountUse === 'selectable') return null
  const key = bindingKey(binding)
  const sibling = usage.bindings(binding).find(other => bindingKey(other.binding) !== key && isUsed(other, purpose))
  if (sibling) {
    const words = `another binding of its account, ${sibling.binding.name}, is ${stateAt(sibling, at)}`
    return { reason: 'split', words }
  }
  if (purpose !== 'claim') return null
  const stranger = usage.tenants(binding).find(tenant => tenant !== request.globalAccount)
  if (stranger === undefined) return null
  return { reason: 'in-use', words: `a cluster of ${stranger ?? 'an unknown global account'} runs on its account` }
}

/** Whether a binding of an account was given back, so that no other of it is used. */
export function isBeingCleaned(bindings: readonly PooledBinding[]): boolean {
  return bindings.some(one => isUsed(one, 'reuse'))
}

/** Whether no binding of an account is owned, dirty, shared or kept aside: then it can be given to somebody new. */
export function isUnused(bindings: readonly PooledBinding[]): boolean {
  return bindings.every(one => !isUsed(one, 'claim'))
}

function isUsed(
  { labels: { tenantName, dirty, shared, internal } }: PooledBinding,
  purpose: SearchStep['purpose'],
): boolean {
  if (purpose !== 'claim') return dirty === 'true'
  return [tenantName, dirty, shared, internal].some(label => label !== null)
}
