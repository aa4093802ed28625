import { type Plans, providerTypeOf } from '../plans/plan.ts'
import { type AccountCondition, conditionCause, REFUSAL_CAUSES } from '../pools/account-condition.ts'
import type { Binding } from '../pools/binding.ts'
import { providerOf } from '../pools/pool.ts'
import type { PooledBinding } from '../pools/pooled-binding.ts'
import { type Policy, policyOf } from '../semantics.ts'
import type { UsageSource } from './usage.ts'

/** Why an account cannot take clusters, independent of its labels. */
export type Unusable =
  /** An administrator must accept the new uid of the binding first. */
  | { readonly reason: 'restored' }
  /** Gardener refuses shoots whose provider type the binding does not list (D16). */
  | { readonly reason: 'provider-type'; readonly hyperscalerType: string }
  /** Gardener refuses to write or use the account (D17). */
  | { readonly reason: 'condition'; readonly condition: AccountCondition }

/** Causes by which unusable accounts are counted. */
export const UNUSABLE_CAUSES = ['restored', 'provider-type', ...REFUSAL_CAUSES] as const

export type UnusableCause = (typeof UNUSABLE_CAUSES)[number]

/** Labels of the causes, in lower case. */
export const UNUSABLE_LABELS: Readonly<Record<UnusableCause, string>> = {
  restored: 'restored or recreated',
  'provider-type': 'provider type mismatch',
  'credentials-missing': 'credentials missing',
  'credentials-unreadable': 'credentials unreadable',
  'quota-missing': 'Quota missing',
  'quota-unreadable': 'Quota unreadable',
  'kind-not-served': 'kind not served',
}

/** Unusable accounts by cause, including causes with 0. */
export type UnusableCounts = Readonly<Record<UnusableCause, number>>

export const NONE_UNUSABLE: UnusableCounts = {
  restored: 0,
  'provider-type': 0,
  'credentials-missing': 0,
  'credentials-unreadable': 0,
  'quota-missing': 0,
  'quota-unreadable': 0,
  'kind-not-served': 0,
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
  if (policy.restored === 'excluded' && pooled.binding.doubt !== undefined) return { reason: 'restored' }
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
  if (found.reason === 'restored') return 'was restored or recreated, and an administrator has to accept it'
  if (found.reason === 'condition') return `cannot be written: ${conditionCause(found.condition.cause, account.kind)}`
  return `provider type ${providers.join(',')} does not fit ${found.hyperscalerType}: Gardener refuses its shoots`
}
