import { type EffectiveLimit, effectiveLimit, isOnAllowlist } from '../lifecycle/multi-account.ts'
import { type Binding, bindingKey, KEB_KINDS } from '../pools/binding.ts'
import { isShared } from '../pools/labels.ts'
import type { Pool } from '../pools/pool.ts'
import { isHeld, type Migration, type PooledBinding, stateAt } from '../pools/pooled-binding.ts'
import type { Request } from '../request.ts'
import type { Policy } from '../semantics.ts'
import type { SearchStep } from './decision.ts'
import { checkUsability, type UsabilityContext } from './usability.ts'
import { countClusters, type Inventory, type SelectionConfig, totalClusters, type UsageSource } from './usage.ts'

/** Result of a search, with the facts for its explanation. */
export interface SearchResult {
  readonly kind: 'reuse' | 'claim' | 'shared' | 'wait' | 'guard' | 'own-unusable'
  readonly chosen: PooledBinding | null
  /** Whether the multi-account rules of seed 003 applied, and with which limit. */
  readonly multiAccount: boolean
  readonly limit: EffectiveLimit | null
  /** Owned bindings that the selector returned; empty for a shared rule. */
  readonly owned: readonly PooledBinding[]
  /**
   * Accounts of the tenant in the pool that Gardener migrated without labels; absent when
   * irrelevant.
   */
  readonly migrated?: readonly Migration[]
}

/** The part of a request that a search needs. */
type SearchedRequest = Pick<Request, 'provider' | 'globalAccount'>

/** Input of a search. */
export interface SearchInput {
  readonly request: SearchedRequest
  readonly pool: Pool
  readonly inventory: Inventory
  readonly config: SelectionConfig
}

/** Counts the clusters of a binding for this search. */
export function clustersOf(pooled: PooledBinding, { request, pool, inventory, config }: SearchInput): number {
  return totalClusters(countClusters(pooled, pool.shared, request, inventory.usage, config.policy))
}

/** Chooses the shared binding with the fewest clusters, ties by name (seed 000, KEB). */
export function searchShared(input: SearchInput): SearchResult {
  const { pool, inventory } = input
  const usable = inventory.bindings.shared(pool).filter(one => isUsable(one, 'shared', input))
  const chosen = leastPopulated(usable, one => clustersOf(one, input))
  return { kind: chosen ? 'shared' : 'wait', chosen, multiAccount: false, limit: null, owned: [] }
}

/**
 * Chooses an owned binding, otherwise a free one (seeds 000, 001); limits of seed 003 apply to
 * global accounts on the allowlist.
 */
export function searchDedicated(input: SearchInput): SearchResult {
  const { request, pool, inventory, config } = input
  const { allowed, limits, minBindingsForGuard } = config.multiAccount
  const owned = inventory.bindings.owned(pool, request.globalAccount)
  const usable = owned.filter(one => isUsable(one, 'reuse', input))
  const multiAccount = isOnAllowlist(allowed, request.globalAccount)
  const limit = multiAccount ? effectiveLimit(limits, request.provider, config.policy) : null
  const found = { multiAccount, limit, owned }
  const counts = limit ? usable.map(one => clustersOf(one, input)) : []
  if (limit && minBindingsForGuard > 0 && usable.length >= minBindingsForGuard && counts.every(count => count === 0)) {
    return { kind: 'guard', chosen: null, ...found }
  }
  const own = limit ? mostPopulated(usable, counts, limit.value) : (usable[0] ?? null)
  if (own) return { kind: 'reuse', chosen: own, ...found }
  // A restored account still belongs to the global account, which may own only one.
  if (!multiAccount && owned.some(one => isRestored(one, input))) return { kind: 'wait', chosen: null, ...found }
  // The same while Gardener refuses the account, which may be temporary.
  if (!multiAccount && owned.some(one => isBlockedByCondition(one, input))) {
    return { kind: 'own-unusable', chosen: null, ...found }
  }
  // The same when an account has room but its only binding is unlabelled or of a kind that is not
  // served.
  const migrated = migratedInto(input).filter(({ binding }) => hasRoom(binding, limit, input))
  const isUnserved = owned.some(one => isNotServed(one, input) && hasRoom(one.binding, limit, input))
  if (usable.length === 0 && (migrated.length > 0 || isUnserved))
    return { kind: 'own-unusable', chosen: null, ...found, migrated }
  const free = chooseFree(input, limit)
  return { kind: free ? 'claim' : 'wait', chosen: free, ...found }
}

/** Returns the free binding to claim; null when the pool has none. */
function chooseFree(input: SearchInput, limit: EffectiveLimit | null): PooledBinding | null {
  const { request, pool, inventory, config } = input
  const { bindings } = inventory
  const { policy, at } = config
  if (policy.claimOrder === 'by-name') {
    const isFree = (one: PooledBinding) => isUsable(one, 'claim', input) && !isFullBefore(one, limit, input)
    return bindings.unowned(pool).find(isFree) ?? null
  }
  const free = isAsDocumented(policy)
    ? bindings.claimable(pool)
    : bindings.unowned(pool).filter(one => lastingExclusion(one, config) === null)
  const start = claimStart(request.globalAccount, pool.hyperscalerType, free.length)
  for (let step = 0; step < free.length; step++) {
    const next = free[(start + step) % free.length]
    if (!next || (policy.hold === 'excluded' && isHeld(next, at))) continue
    if (!isAvailable(next, 'claim', input) || isFullBefore(next, limit, input)) continue
    return next
  }
  return null
}

/** Whether an administrator must accept a binding before it is selected. */
export function isRestored(one: PooledBinding, { config }: Pick<SearchInput, 'config'>): boolean {
  return exclusion(one, config) === 'restored'
}

/** Whether a binding and its account can be selected. */
function isUsable(one: PooledBinding, purpose: SearchStep['purpose'], input: SearchInput): boolean {
  return exclusion(one, input.config) === null && isAvailable(one, purpose, input)
}

/** The same without the labels of the binding. */
function isAvailable(one: PooledBinding, purpose: SearchStep['purpose'], input: SearchInput): boolean {
  return accountExclusion(one, purpose, input) === null && checkUsability(one, usabilityOf(input)) === null
}

/** Whether a condition of the account is the only reason against reusing an owned binding. */
function isBlockedByCondition(one: PooledBinding, input: SearchInput): boolean {
  if (exclusion(one, input.config) !== null || accountExclusion(one, 'reuse', input) !== null) return false
  return checkUsability(one, usabilityOf(input))?.reason === 'condition'
}

/** Whether that condition is a kind that Gardener does not serve. */
function isNotServed(one: PooledBinding, input: SearchInput): boolean {
  return isBlockedByCondition(one, input) && input.inventory.usage.condition(one.binding)?.cause === 'kind-not-served'
}

/**
 * Accounts of the tenant in the pool that Gardener migrated without labels and that were not
 * released since.
 */
function migratedInto({ request, pool, inventory, config }: SearchInput): readonly Migration[] {
  if (config.policy.accountCondition !== 'excluded') return []
  return inventory.usage.migrations(request.globalAccount).filter(({ labels }) => {
    const isOfPool = labels.hyperscalerType === pool.hyperscalerType && (labels.euAccess === 'true') === pool.euAccess
    return isOfPool && labels.dirty === null && labels.internal === null && !isShared(labels)
  })
}

/** Whether an account has fewer clusters than its limit. */
function hasRoom(binding: Binding, limit: EffectiveLimit | null, { inventory }: SearchInput): boolean {
  return !limit || limit.value === 0 || totalClusters(inventory.usage.clusters(binding)) < limit.value
}

/** Context of usability checks in a search. */
export function usabilityOf({ inventory: { usage }, config: { plans, policy } }: SearchInput): UsabilityContext {
  return { usage, plans, policy }
}

/** Whether a free account already has as many clusters of the tenant as the limit allows. */
export function isFullBefore(one: PooledBinding, limit: EffectiveLimit | null, input: SearchInput): boolean {
  // A limit of 0 means no configuration: KEB then still places one cluster.
  if (!limit || limit.value === 0 || input.config.policy.accountUse === 'selectable') return false
  return clustersOf(one, input) >= limit.value
}

/** Whether the precomputed list of claimable bindings matches this policy. */
function isAsDocumented(policy: Policy): boolean {
  const names = ['terminating', 'malformed', 'internal', 'restored'] as const
  return policy.bindingKind === 'selectable' && names.every(name => policy[name] === 'excluded')
}

/**
 * Returns the binding with the fullest account below the limit, ties by name. KEB treats an empty
 * name as "none found" and claims instead.
 */
function mostPopulated(
  usable: readonly PooledBinding[],
  counts: readonly number[],
  limit: number,
): PooledBinding | null {
  let best = -1
  counts.forEach((count, place) => {
    if (count < limit && count > (counts[best] ?? -1)) best = place
  })
  const found = usable[best]
  return found && found.binding.name !== '' ? found : null
}

function leastPopulated(usable: readonly PooledBinding[], count: (one: PooledBinding) => number): PooledBinding | null {
  let best: PooledBinding | null = null
  let fewest = Number.POSITIVE_INFINITY
  for (const one of usable) {
    const clusters = count(one)
    if (clusters >= fewest) continue
    best = one
    fewest = clusters
  }
  return best
}

const OFFSET_BASIS = 0x811c9dc5
const PRIME = 0x01000193

const utf8 = new TextEncoder()

/**
 * Index at which the search of free bindings starts (D13): FNV-1a, 32 bits, of the UTF-8 bytes of
 * tenant and hyperscaler type, modulo the number of free bindings. It keeps concurrent claims of
 * different tenants apart.
 */
export function claimStart(tenant: string, hyperscalerType: string, free: number): number {
  return free === 0 ? 0 : fnv1a(tenant + hyperscalerType) % free
}

/** FNV-1a hash, 32 bits; equal in every process. */
export function fnv1a(text: string): number {
  let hash = OFFSET_BASIS
  for (const byte of utf8.encode(text)) hash = Math.imul(hash ^ byte, PRIME)
  return hash >>> 0
}

/** The part of a search that account checks need. */
interface AccountSearch {
  readonly request: { readonly globalAccount: string }
  readonly inventory: { readonly usage: UsageSource }
  readonly config: Pick<SelectionConfig, 'policy' | 'at'>
}

/**
 * Why a binding is skipped because of other use of its account. `words` is a clause in lower case.
 */
interface AccountExclusion {
  readonly reason: 'split' | 'in-use'
  readonly words: string
}

/**
 * Returns why the account of a binding cannot be selected; null when it can. Another binding may be
 * dirty, so that a cleaner deletes what is on the account. For a claim, all other bindings must be
 * free, and no other global account may have clusters on it.
 */
export function accountExclusion(
  { binding }: PooledBinding,
  purpose: SearchStep['purpose'],
  { request, inventory: { usage }, config: { policy, at } }: AccountSearch,
): AccountExclusion | null {
  if (policy.accountUse === 'selectable') return null
  const key = bindingKey(binding)
  const sibling = usage
    .bindings(binding)
    .find(other => bindingKey(other.binding) !== key && (purpose === 'claim' ? !isFree(other, at) : isDirty(other)))
  if (sibling) {
    const words = `another binding of its account, ${sibling.binding.name}, is ${stateAt(sibling, at)}`
    return { reason: 'split', words }
  }
  if (purpose !== 'claim') return null
  const stranger = usage.tenants(binding).find(tenant => tenant !== request.globalAccount)
  if (stranger === undefined) return null
  return { reason: 'in-use', words: `a cluster of ${stranger ?? 'an unknown global account'} runs on its account` }
}

/** Whether some binding of an account is dirty, so that none of them is selected. */
export function isBeingCleaned(bindings: readonly PooledBinding[]): boolean {
  return bindings.some(isDirty)
}

function isFree(pooled: PooledBinding, at: number): boolean {
  return stateAt(pooled, at) === 'free'
}

function isDirty({ labels: { dirty } }: PooledBinding): boolean {
  return dirty === 'true'
}

/** Why a binding is skipped although the selector returns it. */
type Exclusion = 'kind' | 'terminating' | 'malformed' | 'dirty' | 'held' | 'internal' | 'restored'

/** The part of a configuration that excludes bindings. */
type ExclusionConfig = Pick<SelectionConfig, 'policy' | 'kebKinds' | 'at'>

/** Returns the first policy that excludes a binding; null for none. */
export function exclusion(pooled: PooledBinding, config: ExclusionConfig): Exclusion | null {
  const isOnHold = config.policy.hold === 'excluded' && isHeld(pooled, config.at)
  return lastingExclusion(pooled, config) ?? (isOnHold ? 'held' : null)
}

/** The same without holds, the only exclusion that ends with time. */
function lastingExclusion(
  { binding, terminating, problems, labels }: PooledBinding,
  { policy, kebKinds = KEB_KINDS }: ExclusionConfig,
): Exclusion | null {
  if (policy.bindingKind === 'listed-kinds' && !kebKinds.includes(binding.kind)) return 'kind'
  if (terminating && policy.terminating === 'excluded') return 'terminating'
  if (binding.doubt !== undefined && policy.restored === 'excluded') return 'restored'
  if (problems.length > 0 && policy.malformed === 'excluded') return 'malformed'
  if (labels.dirty === 'true' && policy.dirtyShared === 'excluded') return 'dirty'
  if (labels.internal === 'true' && policy.internal === 'excluded') return 'internal'
  return null
}
