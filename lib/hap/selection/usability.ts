import { type Plans, providerTypeOf } from '../plans/plan.ts'
import { type AccountCondition, conditionCause, REFUSAL_CAUSES } from '../pools/account-condition.ts'
import { accountKey, type Binding } from '../pools/binding.ts'
import { type Pool, poolName, providerOf } from '../pools/pool.ts'
import type { PoolIndex } from '../pools/pool-index.ts'
import type { PooledBinding } from '../pools/pooled-binding.ts'
import { type Policy, policyOf } from '../semantics.ts'
import { countNoun } from '../text/text.ts'
import type { UsageSource } from './usage.ts'

/** Why an account cannot take clusters, independent of its labels. */
export type Unusable =
  /** Gardener refuses shoots whose provider type the binding does not list (D16). */
  | { readonly reason: 'provider-type'; readonly hyperscalerType: string }
  /** Gardener refuses to write or use the account (D17). */
  | { readonly reason: 'condition'; readonly condition: AccountCondition }

/** Causes by which unusable accounts are counted. */
export const UNUSABLE_CAUSES = ['provider-type', ...REFUSAL_CAUSES] as const

export type UnusableCause = (typeof UNUSABLE_CAUSES)[number]

/** Labels of the causes, in lower case. */
export const UNUSABLE_LABELS: Readonly<Record<UnusableCause, string>> = {
  'provider-type': 'provider type does not fit',
  'credentials-missing': 'credentials missing',
  'credentials-unreadable': 'credentials unreadable',
  'quota-missing': 'Quota missing',
  'quota-unreadable': 'Quota unreadable',
  'kind-not-served': 'kind not served',
}

/** Unusable accounts by cause, including causes with 0. */
export type UnusableCounts = Readonly<Record<UnusableCause, number>>

export const NONE_UNUSABLE: UnusableCounts = {
  'provider-type': 0,
  'credentials-missing': 0,
  'credentials-unreadable': 0,
  'quota-missing': 0,
  'quota-unreadable': 0,
  'kind-not-served': 0,
}

export function totalUnusable(counts: UnusableCounts): number {
  return UNUSABLE_CAUSES.reduce((total, cause) => total + counts[cause], 0)
}

export function causeOf(found: Unusable): UnusableCause {
  return found.reason === 'condition' ? found.condition.cause : found.reason
}

/** Input of a usability check. */
export interface UsabilityContext {
  readonly plans: Pick<Plans, 'providerTypes'>
  readonly usage: Pick<UsageSource, 'condition'>
  readonly policy: Pick<Policy, 'providerType' | 'accountCondition' | 'restored'>
}

/** Context of the documented usability, independent of the configured semantics. */
export function documentedUsability(
  plans: UsabilityContext['plans'],
  usage: UsabilityContext['usage'],
): UsabilityContext {
  return { plans, usage, policy: policyOf('documented') }
}

/** Returns why a binding's account cannot take clusters; null when it can. */
export function checkUsability(pooled: PooledBinding, { plans, usage, policy }: UsabilityContext): Unusable | null {
  if (policy.providerType === 'excluded' && !fitsProvider(pooled, plans)) {
    return { reason: 'provider-type', hyperscalerType: pooled.labels.hyperscalerType ?? '' }
  }
  const condition = policy.accountCondition === 'excluded' ? usage.condition(pooled.binding) : null
  return condition && { reason: 'condition', condition }
}

/**
 * Whether Gardener accepts shoots of the hyperscaler type on a binding. Old SecretBindings and
 * Secrets name no provider type, and a SecretBinding may list several.
 */
export function fitsProvider(
  { binding: { providers }, labels: { hyperscalerType } }: PooledBinding,
  plans: UsabilityContext['plans'],
): boolean {
  if (!hyperscalerType || providers.length === 0) return true
  return providers.includes(providerTypeOf(plans, providerOf(hyperscalerType)))
}

/** Formats why an account is unusable, as a clause in lower case. */
export function formatUnusable(
  found: Unusable,
  { providers, account }: Pick<Binding, 'providers' | 'account'>,
): string {
  if (found.reason === 'condition') return `cannot be written: ${conditionCause(found.condition.cause, account.kind)}`
  return `provider type ${providers.join(',')} does not fit ${found.hyperscalerType}: Gardener refuses its shoots`
}

/**
 * Formats why accounts of a pool are unusable, one clause per cause, most accounts first: `8 free
 * accounts cannot be written: their Secrets are missing`.
 */
function formatUnusableAccounts(
  bindings: Iterable<PooledBinding>,
  noun: 'free' | 'shared',
  context: UsabilityContext,
): readonly string[] {
  const accounts = new Map<string, Set<string>>()
  const fragments = new Map<string, (count: number) => string>()
  for (const pooled of bindings) {
    const found = checkUsability(pooled, context)
    if (found === null) continue
    const { account } = pooled.binding
    const cause = found.reason === 'condition' ? `${found.condition.cause} ${account.kind}` : found.reason
    accounts.set(cause, (accounts.get(cause) ?? new Set()).add(accountKey(account)))
    fragments.set(cause, count =>
      found.reason === 'condition'
        ? `cannot be written: ${conditionCause(found.condition.cause, account.kind, count)}`
        : `${count === 1 ? 'has' : 'have'} a provider type that does not fit ${found.hyperscalerType}`,
    )
  }
  return Array.from(accounts, ([cause, { size }]) => ({ cause, size }))
    .sort((a, b) => b.size - a.size)
    .map(({ cause, size }) => {
      const what = `${size.toLocaleString('en')} ${noun} ${size === 1 ? 'account' : 'accounts'}`
      return `${what} ${fragments.get(cause)?.(size) ?? ''}`
    })
}

/** Bindings to search, with the context of usability. */
interface Searched extends UsabilityContext {
  readonly bindings: Pick<PoolIndex, 'claimable' | 'shared' | 'unowned'>
}

/**
 * Formats why a pool has no account: `pool aws has no free binding`, or with accounts that Gardener
 * refuses `pool aws has no usable binding; 8 free accounts cannot be written: their Secrets are
 * missing`.
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
      : [`${countNoun(restored, `${noun} account`)} ${restored === 1 ? 'was' : 'were'} restored or recreated`]),
  ]
  const lacking = pool.shared || causes.length > 0 ? 'usable' : 'free'
  return [`pool ${poolName(pool)} has no ${lacking} binding`, ...causes].join('; ')
}

/** Counts accounts that an administrator must accept before they are selected. */
function restoredAccounts(bindings: readonly PooledBinding[], { policy }: UsabilityContext): number {
  const restored = policy.restored === 'excluded' ? bindings.filter(({ binding }) => binding.doubt !== undefined) : []
  return new Set(restored.map(({ binding }) => accountKey(binding.account))).size
}

/**
 * Replaces what the pool lacks in the message of a waiting claim by the current state; other
 * messages are unchanged.
 */
export function updateLack(message: string, pool: Pool, searched: Searched): string {
  const start = message.indexOf(`pool ${poolName(pool)} has no `)
  return start < 0 ? message : `${message.slice(0, start)}${formatLack(pool, searched)}.`
}
