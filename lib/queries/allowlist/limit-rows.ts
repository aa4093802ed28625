import { type EffectiveLimit, effectiveLimit } from '#lib/hap/lifecycle/multi-account.ts'
import { accountKey } from '#lib/hap/pools/binding.ts'
import { providerOf } from '#lib/hap/pools/pool.ts'
import { totalClusters } from '#lib/hap/selection/usage.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { compareText } from '#lib/hap/text/text.ts'
import type { QueryContext } from '../query-context.ts'
import type { Owner } from './owners.ts'

/** The limit of one provider, and what it is up against. */
export interface LimitRow {
  readonly provider: string
  readonly limit: EffectiveLimit
  /** It has a number of its own that applies to nobody: it is the name of a plan or an alias, or KEB has no field for it. */
  readonly unread: boolean
  /** Accounts with an owner. */
  readonly accounts: number
  /** Most clusters on one of them. */
  readonly most: number
}

/** Every provider of the inventory, the plans and the settings, by name. */
export function limitRows(
  { inventory, rules: { multiAccount, plans }, semantics }: QueryContext,
  owners: readonly Owner[],
): readonly LimitRow[] {
  const { limits } = multiAccount
  const own = limits?.providers ?? {}
  const offered = [...plans.byName.values()].flatMap(plan => plan.providers ?? [])
  const used = new Map<string, { accounts: Set<string>; most: number }>()
  for (const { binding, labels } of owners.flatMap(owner => owner.bindings)) {
    const provider = providerOf(labels.hyperscalerType ?? '')
    const known = used.get(provider) ?? { accounts: new Set(), most: 0 }
    const clusters = totalClusters(inventory.usage.clusters(binding))
    used.set(provider, {
      accounts: known.accounts.add(accountKey(binding.account)),
      most: Math.max(known.most, clusters),
    })
  }
  const providers = new Set([...offered, ...used.keys(), ...Object.keys(own)])
  providers.delete('')
  return [...providers].sort(compareText).map(provider => {
    const limit = effectiveLimit(limits, provider, policyOf(semantics))
    const set = Object.hasOwn(own, provider) && own[provider] !== 0
    const isPlan = plans.byName.has(provider) && !offered.includes(provider) && !used.has(provider)
    const unread = set && (isPlan || limit.setting !== `limits.${provider}`)
    const { accounts, most = 0 } = used.get(provider) ?? {}
    return { provider, limit, unread, accounts: accounts?.size ?? 0, most }
  })
}
