import type { KebInstance } from '#lib/hap/analysis/keb-gauges.ts'
import { type Limits, MULTI_ACCOUNT_OFF, type MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import type { CaseInstance, CaseMultiAccount } from './conformance/case-parts.ts'

/** What cases and inventory files leave out, filled in. */
export function readInstance(instance: CaseInstance): KebInstance {
  return {
    globalAccount: instance.globalAccount,
    subscriptionGlobalAccount: instance.subscriptionGlobalAccount ?? '',
    binding: instance.binding,
    deleted: instance.deleted ?? false,
    suspended: instance.suspended ?? false,
    count: instance.count ?? 1,
  }
}

export function readMultiAccount(settings: CaseMultiAccount | null | undefined): MultiAccount {
  if (!settings) return MULTI_ACCOUNT_OFF
  return {
    allowed: settings.allowed ?? [],
    limits: settings.limits === null ? null : readLimits(settings.limits ?? {}),
    minBindingsForGuard: settings.minBindingsForGuard ?? 0,
  }
}

/** Limits with `default` apart from the providers; null stays null. */
export function readLimits(limits: Readonly<Record<string, number>>): Limits
export function readLimits(limits: Readonly<Record<string, number>> | null): Limits | null
export function readLimits(limits: Readonly<Record<string, number>> | null): Limits | null {
  if (limits === null) return null
  const { default: byDefault = 0, ...providers } = limits
  return { default: byDefault, providers }
}
