import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyRequest, validRuleTexts } from '../../../test/engine/arbitraries.ts'
import { anyAsk, anyFlags, OWNERS, poolLabels, requestFor } from '../../../test/engine/asks.ts'
import { anyBinding, bindingOf } from '../../../test/engine/bindings.ts'
import { MULTI_ACCOUNT_OFF } from '../lifecycle/multi-account.ts'
import { DEFAULT_PLANS } from '../plans/plan.ts'
import type { Binding } from '../pools/binding.ts'
import { type Pool, poolKey } from '../pools/pool.ts'
import { PoolIndex } from '../pools/pool-index.ts'
import type { Request } from '../request.ts'
import { Ruleset } from '../rules/ruleset.ts'
import { decide } from '../selection/decide.ts'
import type { Decision } from '../selection/decision.ts'
import type { SelectionConfig, UsageSource } from '../selection/usage.ts'
import { policyOf } from '../semantics.ts'
import type { KnownRequest, PopulationEntry } from './affected.ts'
import { worstOf } from './group.ts'
import { type Impact, impactOf, impactSummary } from './impact.ts'

const plans = { ...DEFAULT_PLANS, required: new Set<string>() }

function configOf(texts: readonly string[], more: Partial<SelectionConfig> = {}): SelectionConfig {
  const policy = policyOf('documented')
  const { ruleset } = Ruleset.from(texts, plans, policy)
  if (!ruleset) throw new Error(`${texts} is not valid`)
  return { ruleset, plans, policy, multiAccount: MULTI_ACCOUNT_OFF, at: 0, ...more }
}

const noClusters = {
  clusters: () => ({ database: 0, reserved: 0, onlyInGardener: 0 }),
  tenants: () => [],
  condition: () => null,
  migrations: () => [],
  bindings: () => [],
  instances: () => 0,
  shoots: () => 0,
}

/** Number of clusters on each binding, one of them of another tenant. */
function usageOf(used: readonly { binding: Binding; clusters: number; tenant: string | null }[]): UsageSource {
  const of = ({ uid }: Binding) => used.find(({ binding }) => binding.uid === uid)
  return {
    ...noClusters,
    clusters: binding => ({ database: of(binding)?.clusters ?? 0, reserved: 0, onlyInGardener: 0 }),
    tenants: binding => (of(binding)?.clusters ? [of(binding)?.tenant ?? null] : []),
    condition: () => null,
    migrations: () => [],
  }
}

const bindings = PoolIndex.of([
  bindingOf('a', { hyperscalerType: 'aws' }),
  bindingOf('b', { hyperscalerType: 'aws_eu', tenantName: 'ga' }),
  bindingOf('c', { hyperscalerType: 'aws', shared: 'true' }),
  bindingOf('d', { hyperscalerType: 'aws_jp', tenantName: 'ga', internal: 'true' }),
])
const free = (pool: Pool) => bindings.claimable(pool).length

const CLUSTER: KnownRequest = {
  plan: 'aws',
  provider: 'aws',
  platformRegion: 'eu',
  hyperscalerRegion: '',
  globalAccount: 'ga',
}

function impact(before: readonly string[], after: readonly string[], ...clusters: Partial<KnownRequest>[]) {
  const population = (clusters.length === 0 ? [{}] : clusters).map(more => ({
    asked: { ...CLUSTER, ...more },
    clusters: 1,
  }))
  return impactOf(population, {
    before: configOf(before),
    after: configOf(after),
    inventory: { bindings, usage: noClusters },
    free,
  })
}

function worst({ groups }: Impact<PopulationEntry>) {
  return groups[0] && worstOf(groups[0])
}

describe('the most severe impact of a cluster is reported', () => {
  test.each([
    [['aws'], ['gcp'], 'newly-unmatched'],
    [['aws'], ['aws -> HR'], 'newly-refused'],
    [['aws -> EU'], ['aws'], 'loses-eu'],
    [['aws'], ['aws -> S'], 'becomes-shared'],
    [['aws'], ['aws -> EU'], 'empty-pool'],
    [['aws -> S'], ['aws'], 'becomes-dedicated'],
    [['aws'], ['aws -> PR'], 'moved'],
    [['aws -> EU'], ['aws -> EU, S'], 'becomes-shared'],
    [['gcp'], ['aws'], 'needs-account'],
    [['gcp'], ['aws -> S'], 'newly-matched'],
    [['gcp'], ['aws -> S, EU'], 'empty-pool'],
    [['gcp'], ['gcp -> S'], 'unmatched'],
    [['aws -> HR'], ['aws -> PR, HR'], 'unmatched'],
    [['aws'], ['aws(PR=eu)'], 'unchanged'],
  ])('from %j to %j: %s', (before, after, expected) => {
    expect(worst(impact(before, after))).toBe(expected)
  })

  test('a pool in which another tenant owns all bindings is empty', () => {
    expect(worst(impact(['aws'], ['aws -> PR'], { globalAccount: 'other' }))).toBe('empty-pool')
  })

  test('an own binding that is never selected does not count as room', () => {
    expect(worst(impact(['aws'], ['aws -> PR'], { platformRegion: 'jp' }))).toBe('empty-pool')
  })
})

describe('the room of a pool counts all its claimants', () => {
  test('for several targets', () => {
    const { groups, concerns } = impact(
      ['aws(PR=x) -> EU', 'aws -> PR'],
      ['aws'],
      { platformRegion: 'x', globalAccount: 'one' },
      { platformRegion: 'y', globalAccount: 'two' },
      { platformRegion: 'y', globalAccount: 'two' },
    )
    expect(groups.map(({ room, concerns, clusters }) => [room?.needs, room?.free, concerns, clusters])).toEqual([
      [2, 1, ['loses-eu', 'short-pool', 'needs-account'], 1],
      [2, 1, ['short-pool', 'needs-account'], 2],
    ])
    expect(concerns['needs-account']).toEqual({ clusters: 3, globalAccounts: 2 })
  })

  test('and not those that already have an account in it', () => {
    const { groups, concerns } = impact(['aws'], ['aws -> PR'], {}, { globalAccount: 'other' }, { globalAccount: null })
    expect(groups).toMatchObject([{ room: { needs: 1, free: 0, room: 'empty' }, clusters: 3, globalAccounts: 2 }])
    expect(concerns['needs-account']).toEqual({ clusters: 1, globalAccounts: 1 })
  })
})

test('a global account that is no label value is refused, without affecting others with the same request', () => {
  for (const accounts of [
    ['x,shared=true', 'ga'],
    ['ga', 'x,shared=true'],
  ]) {
    const { groups } = impact(['aws -> PR'], ['aws'], ...accounts.map(globalAccount => ({ globalAccount })))
    const changes = groups.flatMap(({ change, members }) => members.map(one => [one.asked.globalAccount, change]))
    expect(Object.fromEntries(changes)).toEqual({ ga: 'moved', 'x,shared=true': 'unmatched' })
  }
})

describe('an unknown fact', () => {
  test.each<[string, readonly string[], Partial<KnownRequest>, string | null]>([
    ['a plan', ['aws'], { plan: null }, 'plan'],
    ['a platform region that no rule of the plan names', ['aws', 'gcp(PR=x)'], { platformRegion: null }, null],
    ['a platform region that a rule names', ['aws', 'aws(PR=x)'], { platformRegion: null }, 'platform-region'],
    ['a platform region a rule puts into the label', ['aws -> PR'], { platformRegion: null }, 'platform-region'],
    ['a hyperscaler region that a rule names', ['aws', 'aws(HR=x)'], { hyperscalerRegion: null }, 'hyperscaler-region'],
    ['the only provider of a plan', ['aws'], { provider: null }, null],
    ['the provider of a plan with several', ['trial'], { plan: 'trial', provider: null }, 'provider'],
    ['anything of a plan without rules', ['aws'], { plan: 'gcp', provider: null, platformRegion: null }, null],
    ['the global account', ['aws'], { globalAccount: null }, null],
  ])('%s', (_what, rules, asked, missing) => {
    const { unknown, groups, all } = impact(rules, rules, asked)
    expect([unknown.map(one => one.missing), groups.length]).toEqual(missing === null ? [[], 1] : [[missing], 0])
    expect(all.clusters).toBe(1)
  })
})

describe('the impact equals that of each cluster decided alone', () => {
  const anyPopulation = fc.array(
    fc.record({
      ask: anyAsk,
      /** True if a rule of the old set matches it. */
      isOld: fc.boolean(),
      clusters: fc.integer({ min: 1, max: 3 }),
      lacks: fc.option(fc.constantFrom('plan', 'platformRegion', 'hyperscalerRegion', 'globalAccount'), { freq: 4 }),
    }),
    { maxLength: 30 },
  )

  /**
   * A random binding, or one in the pool of a request: free, of the same tenant, or with any flags; with its
   * clusters.
   */
  const anyUsed = fc.record({
    binding: anyBinding,
    flags: anyFlags,
    owner: fc.constantFrom('nobody', 'asker', 'any', 'elsewhere'),
    of: fc.nat(9),
    clusters: fc.nat(3),
    tenant: fc.constantFrom(null, ...OWNERS),
  })

  test('for any rules, inventory and clusters', () => {
    const outcomes = new Set<string>()
    fc.assert(
      fc.property(
        validRuleTexts,
        validRuleTexts,
        anyPopulation,
        fc.array(anyUsed, { maxLength: 12 }),
        fc.constantFrom([], ['*'], ['ga-1']),
        fc.nat(3),
        (old, changed, entries, uses, allowed, limit) => {
          const multiAccount = { ...MULTI_ACCOUNT_OFF, allowed, limits: { default: limit, providers: {} } }
          const [before, after] = [configOf(old, { multiAccount }), configOf(changed, { multiAccount })]
          const requests = entries.map(({ ask, isOld }) => requestFor(ask, (isOld ? before : after).ruleset))
          const used = uses.map(({ binding, flags, owner, of, ...use }, place) => {
            const request = requests[of % requests.length]
            if (!request || owner === 'elsewhere') return { ...use, binding }
            const pool = poolLabels(request, after.ruleset)
            const labelled = (more: Record<string, string>) => bindingOf(`b-${place}`, { ...pool, ...more })
            if (owner === 'nobody') return { ...use, clusters: 0, binding: labelled({}) }
            return { ...use, binding: labelled(owner === 'asker' ? { tenantName: request.globalAccount } : flags) }
          })
          const index = PoolIndex.of(used.map(({ binding }) => binding))
          const inventory = { bindings: index, usage: usageOf(used) }
          const freeIn = (pool: Pool) => index.claimable(pool).length
          const population = entries.map(({ clusters, lacks }, id) => {
            const request = requests[id] ?? REQUEST
            return { id, clusters, asked: lacks === null ? request : { ...request, [lacks]: null } }
          })
          const found = impactOf(population, { before, after, inventory, free: freeIn })
          const rest = new Set(found.unknown.map(({ one }) => one.id))
          const alone = population
            .filter(({ id }) => !rest.has(id))
            .map(({ id, asked }) => {
              const request = { ...REQUEST, ...knownOf(asked) }
              return {
                id,
                request,
                old: decide(request, inventory, before),
                changed: decide(request, inventory, after),
              }
            })
          const needing = new Map<string, Set<string>>()
          for (const { request, old, changed } of alone) {
            const [from, to] = [poolOf(old), poolOf(changed)]
            if (to === null || (from && poolKey(from) === poolKey(to)) || request.globalAccount === ANY) continue
            const key = poolKey(to)
            needing.set(
              key,
              (needing.get(key) ?? new Set()).union(new Set(takes(changed) ? [request.globalAccount] : [])),
            )
          }
          const byId = new Map(
            found.groups.flatMap(group => group.members.map(one => [one.id, { group, one }] as const)),
          )
          expect(byId.size + rest.size).toBe(population.length)
          for (const { id, request, old, changed } of alone) {
            outcomes.add(changed.outcome.kind)
            const entry = byId.get(id)
            if (!entry) throw new Error(`${id} was dropped`)
            const { group, one } = entry
            const [from, to] = [poolOf(old), poolOf(changed)]
            expect([group.before.pool, group.after.pool]).toEqual([from, to])
            expect([group.before.rule, group.after.rule]).toEqual([old.rule, changed.rule])
            const stays = from && to ? poolKey(from) === poolKey(to) : from === to
            const arrives = to !== null && !stays
            expect(group.change).toBe(
              stays
                ? to
                  ? 'unchanged'
                  : 'unmatched'
                : to
                  ? from
                    ? 'moved'
                    : 'newly-matched'
                  : changed.rule
                    ? 'newly-refused'
                    : 'newly-unmatched',
            )
            expect(group.concerns.includes('loses-eu')).toBe(Boolean(from && to && from.euAccess && !to.euAccess))
            expect(group.concerns.includes('becomes-shared')).toBe(Boolean(from && to && !from.shared && to.shared))
            expect(group.concerns.includes('becomes-dedicated')).toBe(Boolean(from && to && from.shared && !to.shared))
            const needs = arrives && !to.shared && request.globalAccount !== ANY && takes(changed)
            expect(group.needing.includes(one)).toBe(needs)
            if (!arrives) expect(group.room).toBeNull()
            else if (to.shared) expect(group.room?.room).toBe(changed.outcome.kind === 'wait' ? 'empty' : 'enough')
            else {
              const wanted = needing.get(poolKey(to))?.size ?? 0
              expect(group.room).toMatchObject({ needs: wanted, free: freeIn(to) })
              expect(group.room?.room === 'enough').toBe(wanted <= freeIn(to))
            }
          }
          const sum = Object.values(found.changes).reduce((total, { clusters }) => total + clusters, 0)
          const unknown = found.unknown.reduce((total, { one }) => total + one.clusters, 0)
          expect(sum + unknown).toBe(entries.reduce((total, { clusters }) => total + clusters, 0))
        },
      ),
      { numRuns: 300 },
    )
    // The runs covered each kind of decision.
    expect([...outcomes].toSorted()).toEqual(['claim', 'no-rule', 'refused', 'reuse', 'shared', 'wait'])
  })

  test('except for clusters whose decision needs an unknown fact', () => {
    fc.assert(
      fc.property(
        validRuleTexts,
        anyRequest,
        fc.constantFrom('platformRegion', 'hyperscalerRegion'),
        (texts, request, lacks) => {
          const config = configOf(texts)
          const inventory = { bindings, usage: noClusters }
          const basis = { before: config, after: config, inventory, free }
          for (const { plan } of config.ruleset.rules) {
            const asked = { ...request, plan, [lacks]: null }
            if (impactOf([{ asked, clusters: 1 }], basis).unknown.length > 0) continue
            // The decision is the same for every region.
            const ways = ['', 'cf-eu10', 'cf-eu11', 'eu-central-1', 'us-east-1'].map(region => {
              const { rule, pool } = decide({ ...request, plan, [lacks]: region }, inventory, config)
              return JSON.stringify([rule, pool])
            })
            expect(new Set(ways).size).toBe(1)
          }
        },
      ),
    )
  })
})

/** Replaces an unknown global account: any legal one has the same decision. */
const ANY = 'any-global-account'
const REQUEST: Request = { plan: '', provider: '', platformRegion: '', hyperscalerRegion: '', globalAccount: ANY }

function knownOf(asked: KnownRequest): Partial<Request> {
  const known = Object.entries(asked).filter(
    ([name, value]) => value !== null && (name !== 'globalAccount' || value !== ''),
  )
  return Object.fromEntries(known)
}

function poolOf({ outcome, pool }: Decision): Pool | null {
  return outcome.kind === 'no-rule' || outcome.kind === 'refused' ? null : pool
}

function takes({ outcome }: Decision): boolean {
  return outcome.kind === 'claim' || outcome.kind === 'wait'
}

test('a summary lists the impacts, the most severe first, and the number of unknown ones', () => {
  const found = impact(
    ['aws -> EU', 'gcp'],
    ['aws'],
    {},
    { globalAccount: 'other' },
    { plan: 'gcp', provider: 'gcp' },
    { plan: null },
  )
  expect(impactSummary(found, found.unknown.length)).toEqual({
    counts: [
      { impact: 'newly-unmatched', clusters: 1, globalAccounts: 1 },
      { impact: 'loses-eu', clusters: 2, globalAccounts: 2 },
      { impact: 'short-pool', clusters: 2, globalAccounts: 2 },
      { impact: 'needs-account', clusters: 2, globalAccounts: 2 },
      { impact: 'moved', clusters: 2, globalAccounts: 2 },
    ],
    unknown: 1,
  })
})
