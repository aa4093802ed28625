import fc from 'fast-check'
import { DEFAULT_PLANS } from '#lib/hap/plans/plan.ts'
import type { Pool } from '#lib/hap/pools/pool.ts'
import type { Request } from '#lib/hap/request.ts'
import type { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { targetPool } from '#lib/hap/selection/resolve-target.ts'
import { anyRequest } from './arbitraries.ts'

/** Global accounts that own bindings. */
export const OWNERS = ['ga-1', 'ga-2', 'ga-3'] as const

/** A request, and the rule it should match; the last number means none. */
export const anyAsk = fc.record({ request: anyRequest, owner: fc.constantFrom(...OWNERS), rule: fc.nat(9) })

type Ask = typeof anyAsk extends fc.Arbitrary<infer Value> ? Value : never

/** Mostly a request that a rule covers, with a provider of its plan, for an owner of bindings. */
export function requestFor({ request, owner, rule: number }: Ask, { rules }: Ruleset): Request {
  const rule = rules[number % rules.length]
  if (number === 9 || !rule) return request
  const { plan, platformRegion, hyperscalerRegion } = rule
  const [provider = request.provider] = DEFAULT_PLANS.byName.get(plan)?.providers ?? []
  return {
    plan,
    provider,
    platformRegion: platformRegion ?? request.platformRegion,
    hyperscalerRegion: hyperscalerRegion ?? request.hyperscalerRegion,
    globalAccount: owner,
  }
}

const sometimes = (...values: string[]) =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 4 }, { arbitrary: fc.constantFrom(...values), weight: 1 })

/** Labels of a binding besides those of its pool. */
export const anyFlags = fc
  .record({
    tenantName: fc.constantFrom(undefined, ...OWNERS),
    dirty: sometimes('true'),
    internal: sometimes('true'),
  })
  .map(labels => JSON.parse(JSON.stringify(labels)) as Record<string, string>)

/** The labels of bindings in the pool of a request; none without a matching rule. */
export function poolLabels(request: Request, ruleset: Ruleset): Record<string, string> {
  const rule = ruleset.match(request)
  return rule ? labelsOf(targetPool(rule, request)) : {}
}

function labelsOf({ hyperscalerType, euAccess, shared }: Pool): Record<string, string> {
  return { hyperscalerType, ...(euAccess ? { euAccess: 'true' } : {}), ...(shared ? { shared: 'true' } : {}) }
}
