import { MULTI_ACCOUNT_OFF, type MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import { accountKey, type Binding } from '#lib/hap/pools/binding.ts'
import { PoolIndex } from '#lib/hap/pools/pool-index.ts'
import type { Request } from '#lib/hap/request.ts'
import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { decide } from '#lib/hap/selection/decide.ts'
import type { Decision } from '#lib/hap/selection/decision.ts'
import type { UsageSource } from '#lib/hap/selection/usage.ts'
import { type Policy, policyOf } from '#lib/hap/semantics.ts'

const AT = Date.parse('2026-05-01T00:00:00Z')
const plans = { ...DEFAULT_PLANS, required: new Set<string>() }

export interface World {
  readonly rules?: readonly string[]
  readonly bindings: readonly Binding[]
  readonly clusters?: Readonly<Record<string, number>>
  /** Global accounts with clusters, by the name of the account. */
  readonly tenants?: Readonly<Record<string, readonly (string | null)[]>>
  readonly multiAccount?: Partial<MultiAccount>
  readonly policy?: Policy
}

/** The usage of accounts that the bindings themselves show. */
export function accountBindings(bindings: readonly Binding[]): UsageSource['bindings'] {
  const index = PoolIndex.of(bindings)
  return ({ account }) => [...index.values()].filter(one => accountKey(one.binding.account) === accountKey(account))
}

export function usageOf({ bindings, clusters = {}, tenants = {} }: World): UsageSource {
  const count = (name: string) => clusters[name] ?? 0
  return {
    clusters: ({ name }) => ({ database: count(name), reserved: 0, onlyInGardener: 0 }),
    tenants: ({ account }) => tenants[account.name] ?? [],
    condition: () => null,
    migrations: () => [],
    bindings: accountBindings(bindings),
    instances: count,
    shoots: count,
  }
}

export function configOf({
  rules = ['aws', 'aws(PR=eu) -> EU', 'trial -> S'],
  multiAccount = {},
  policy = policyOf('documented'),
}: World) {
  const { ruleset, diagnostics } = Ruleset.from(rules, plans, policy)
  if (!ruleset) throw new Error(JSON.stringify(diagnostics))
  return { ruleset, plans, multiAccount: { ...MULTI_ACCOUNT_OFF, ...multiAccount }, policy, at: AT }
}

export function decideIn(world: World, request: Partial<Request> = {}): Decision {
  const inventory = { bindings: PoolIndex.of(world.bindings), usage: usageOf(world) }
  const defaults = {
    plan: 'aws',
    provider: 'aws',
    platformRegion: 'cf-eu10',
    hyperscalerRegion: 'eu-central-1',
    globalAccount: 'ga',
  }
  return decide({ ...defaults, ...request }, inventory, configOf(world))
}

export function summary({ outcome }: Decision): string {
  if ('binding' in outcome) return `${outcome.kind} ${outcome.binding.name}`
  return outcome.kind === 'refused' ? `refused ${outcome.reason}` : outcome.kind
}
