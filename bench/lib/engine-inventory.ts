import type { MultiAccount } from '#lib/hap/lifecycle/multi-account.ts'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import type { Binding } from '#lib/hap/pools/binding.ts'
import { PoolIndex } from '#lib/hap/pools/pool-index.ts'
import type { Request } from '#lib/hap/request.ts'
import { DEFAULT_RULES } from '#lib/hap/rules/rule.ts'
import { Ruleset } from '#lib/hap/rules/ruleset.ts'
import type { ClusterCount, Inventory, SelectionConfig, UsageSource } from '#lib/hap/selection/usage.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { pick, randomNumbers } from '../../test/engine/random.ts'

const ALL_ALLOWED: MultiAccount = {
  allowed: ['*'],
  limits: { default: 3, providers: { aws: 180, azure: 135, gcp: 135 } },
  minBindingsForGuard: 0,
}
const NOTHING: ClusterCount = { database: 0, reserved: 0, onlyInGardener: 0 }

/** 60% aws, half of it free; 400 tenants, a few with many accounts; every twentieth binding is shared. */
export function engineInventory(size: number): Inventory {
  const random = randomNumbers(7)
  const bindings = Array.from({ length: size }, (_, number) => anyBinding(number, random))
  const clusters = new Map(
    bindings
      .filter(binding => binding.labels.tenantName !== undefined || binding.labels.shared !== undefined)
      .map(binding => [binding.uid, { database: Math.floor(random() * 181), reserved: 1, onlyInGardener: 1 }]),
  )
  const index = PoolIndex.of(bindings)
  const usage: UsageSource = {
    clusters: binding => clusters.get(binding.uid) ?? NOTHING,
    tenants: () => [],
    condition: () => null,
    migrations: () => [],
    bindings: binding => [index.get(binding)].filter(one => one !== null),
    instances: () => 0,
    shoots: () => 0,
  }
  return { bindings: index, usage }
}

export function engineConfig(): SelectionConfig {
  const { ruleset } = Ruleset.from(DEFAULT_RULES, DEFAULT_PLANS, policyOf('documented'))
  if (!ruleset) throw new Error('the rules of the seed are not valid')
  return { ruleset, plans: DEFAULT_PLANS, multiAccount: ALL_ALLOWED, policy: policyOf('documented'), at: 0 }
}

/** Requests for reuse, claim and a shared account in turn, all for the largest pools. */
export function engineRequests(count: number): readonly Request[] {
  return Array.from({ length: count }, (_, number) => ({
    plan: number % 3 === 2 ? 'trial' : 'aws',
    provider: 'aws',
    platformRegion: number % 10 === 0 ? 'cf-eu11' : 'cf-eu10',
    hyperscalerRegion: 'eu-central-1',
    globalAccount: number % 3 === 0 ? `ga-${number % 400}` : `new-${number}`,
  }))
}

function anyBinding(number: number, random: () => number): Binding {
  const hyperscalerType = random() < 0.6 ? 'aws' : pick(random, ['azure', 'gcp', 'gcp_cf-sa30'])
  const kind = random()
  const labels = {
    hyperscalerType,
    ...(random() < 0.1 ? { euAccess: 'true' } : {}),
    ...(kind < 0.05 ? { shared: 'true' } : kind < 0.5 ? { tenantName: `ga-${Math.floor(random() ** 2 * 400)}` } : {}),
    ...(random() < 0.05 ? { dirty: 'true' } : {}),
  }
  const name = `${hyperscalerType}-${String(number).padStart(5, '0')}`
  return {
    kind: 'CredentialsBinding',
    namespace: 'garden-bench',
    name,
    uid: name,
    resourceVersion: '1',
    account: { kind: 'Secret', namespace: 'garden-bench', name },
    providers: [hyperscalerType],
    labels,
    annotations: {},
    createdAt: '2026-01-01T00:00:00Z',
    deletedAt: null,
  }
}
