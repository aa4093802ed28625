import { formatCount } from '#components/ui/format.ts'
import type { EffectiveLimit } from '#lib/hap/lifecycle/limits.ts'
import type { LimitRow } from '#lib/queries/allowlist/limit-rows.ts'

/** The limit that applies, and where it comes from. */
export function limitWords({ value, source, setting }: EffectiveLimit): string {
  switch (source) {
    case 'provider':
      return `${formatCount(value)}, its own`
    case 'default':
      return `${formatCount(value)}, from ${setting}`
    case 'unlimited':
      return 'no limit: neither it nor the default is set'
    case 'no-config':
      return '0: no limits are configured at all'
  }
}

/** What is odd about a limit, as a sentence; null when nothing is. */
export function limitWarning({ provider, limit, unread, most }: LimitRow): string | null {
  if (unread) {
    const isAlias = limit.source === 'provider' && limit.setting !== `limits.${provider}`
    return isAlias
      ? `limits.${provider} is not read; the provider’s is ${limit.setting}.`
      : `limits.${provider} is read for no provider.`
  }
  if (limit.source === 'default' && most > limit.value)
    return `One account carries ${formatCount(most)} clusters; the provider has no number of its own.`
  return null
}
