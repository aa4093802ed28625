import type { EffectiveLimit } from '#lib/hap/lifecycle/multi-account.ts'
import type { LimitRow } from '#lib/queries/allowlist/consequences.ts'
import { formatCount, formatPlural } from '#lib/util/format.ts'
import type { Scope } from './draft.ts'

/** The effective limit and its source. */
export function limitWords({ value, source, setting }: EffectiveLimit): string {
  switch (source) {
    case 'provider':
      return `${formatCount(value)}, set for this provider`
    case 'default':
      return `${formatCount(value)}, from ${setting}`
    case 'unlimited':
      return 'no limit: neither the provider nor the default has one'
    case 'no-config':
      return '0: no limits are configured'
  }
}

/** Which global accounts the limits bind, as a sentence: only those that may own several accounts. */
export function boundWords(scope: Scope, listed: number): string {
  if (scope === 'everybody') return 'They bind every global account; shared accounts have no limit.'
  if (scope === 'nobody' || listed === 0)
    return 'They bind nobody now: limits are for global accounts that may own several accounts, and none may.'
  const whom = listed === 1 ? 'the listed global account' : `the ${formatCount(listed)} listed global accounts`
  return `They bind only ${whom}; accounts of all others have no limit.`
}

/** Warning about a limit, as a sentence; null for none. */
export function limitWarning({ provider, limit, unread, most }: LimitRow): string | null {
  if (unread) {
    const isAlias = limit.source === 'provider' && limit.setting !== `limits.${provider}`
    return isAlias
      ? `limits.${provider} is not read; the provider’s is ${limit.setting}.`
      : `limits.${provider} is read for no provider.`
  }
  if (limit.source === 'default' && most > limit.value)
    return `One account carries ${formatPlural(most, 'cluster')}, and the provider has no limit of its own.`
  return null
}
