import { type Impact, impactOf, impactSteps } from '#lib/hap/impact/impact.ts'
import type { Ruleset } from '#lib/hap/rules/ruleset.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { inSlices } from '../in-slices.ts'
import { factsOfPool } from '../pools/pool-facts.ts'
import type { QueryContext } from '../query-context.ts'
import type { ImpactEntry } from './population.ts'

/** What a ruleset would do to a population against the one in force, with the accounts and settings of this moment. */
export function draftImpact(
  context: QueryContext,
  ruleset: Ruleset,
  population: readonly ImpactEntry[],
): Impact<ImpactEntry> {
  return impactOf(population, basisOf(context, ruleset))
}

/** The same in slices, which let others through in between. */
export function draftImpactInSlices(
  context: QueryContext,
  ruleset: Ruleset,
  population: readonly ImpactEntry[],
): Promise<Impact<ImpactEntry>> {
  return inSlices(impactSteps(population, basisOf(context, ruleset)))
}

function basisOf(context: QueryContext, ruleset: Ruleset): Parameters<typeof impactOf>[1] {
  const { inventory, rules, semantics, at } = context
  const before = { ...rules, policy: policyOf(semantics), at }
  return {
    before,
    after: { ...before, ruleset },
    inventory: { bindings: inventory.pools, usage: inventory.usage },
    // As Pools counts what is usable: free, and nobody runs anything on it.
    free: pool => factsOfPool(pool, context).empty,
  }
}
