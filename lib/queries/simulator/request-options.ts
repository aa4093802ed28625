import type { Plan } from '#lib/hap/plans/plan.ts'
import { countAccounts } from '#lib/hap/pools/binding.ts'
import type { Semantics } from '#lib/hap/semantics.ts'
import { compareText } from '#lib/hap/text.ts'
import type { QueryContext } from '../query-context.ts'

/** Values of the simulator's fields. */
export interface RequestOptions {
  readonly plans: readonly Plan[]
  readonly regions: KnownRegions
  /** Number of rules in force. */
  readonly rules: number
  readonly semantics: Semantics
}

/** Lists the values of the simulator's fields. */
export function listRequestOptions(context: QueryContext): RequestOptions {
  return {
    plans: [...context.rules.plans.byName.values()].sort((a, b) => compareText(a.name, b.name)),
    regions: listKnownRegions(context),
    rules: context.rules.ruleset.rules.length,
    semantics: context.semantics,
  }
}

/** A global account for completion. */
export interface KnownGlobalAccount {
  readonly id: string
  /** Number of its bindings in all pools. */
  readonly bindings: number
  /** Number of their accounts. */
  readonly accounts: number
  readonly shoots: number
}

/** Finds at most `limit` global accounts whose id starts with a text, by id. */
export function findGlobalAccounts(
  { inventory }: QueryContext,
  start: string,
  limit: number,
): readonly KnownGlobalAccount[] {
  const wanted = start.toLowerCase()
  const found = [...inventory.globalAccounts()].filter(id => id.toLowerCase().startsWith(wanted))
  return found
    .sort(compareText)
    .slice(0, limit)
    .map(id => ({
      id,
      bindings: inventory.bindingsOfTenant(id).length,
      accounts: countAccounts(inventory.bindingsOfTenant(id)),
      shoots: inventory.shootsOfTenant(id).length,
    }))
}

/** Regions that occur in the landscape. */
export interface KnownRegions {
  /** Platform regions of rules, pools and plan sources, sorted. */
  readonly platform: readonly string[]
  /** Hyperscaler regions of shoots, rules and pools by provider, sorted. */
  readonly hyperscaler: readonly { readonly provider: string; readonly regions: readonly string[] }[]
}

/**
 * Lists the regions of the landscape. Shoots have no platform region, so plan sources provide them.
 */
export function listKnownRegions({ inventory, rules, plans }: QueryContext): KnownRegions {
  const platform = new Set<string>()
  const hyperscaler = new Map<string, Set<string>>()
  const addHyperscaler = (provider: string, region: string) => {
    const regions = hyperscaler.get(provider)
    if (regions) regions.add(region)
    else hyperscaler.set(provider, new Set([region]))
  }
  for (const rule of rules.ruleset.rules) {
    if (rule.platformRegion !== null) platform.add(rule.platformRegion)
    if (rule.hyperscalerRegion === null) continue
    for (const provider of rules.plans.byName.get(rule.plan)?.providers ?? [])
      addHyperscaler(provider, rule.hyperscalerRegion)
  }
  for (const shoot of inventory.shoots()) {
    addHyperscaler(shoot.provider, shoot.region)
    if (shoot.labelled?.platformRegion) platform.add(shoot.labelled.platformRegion)
  }
  for (const source of plans) for (const region of source.platformRegions?.() ?? []) platform.add(region)
  for (const { labels } of inventory.pools.values()) {
    const [provider = '', ...suffixes] = (labels.hyperscalerType ?? '').split('_')
    for (const suffix of suffixes) {
      if (suffix.startsWith('cf-')) platform.add(suffix)
      else if (suffix !== '') addHyperscaler(provider, suffix)
    }
  }
  return {
    platform: [...platform].sort(),
    hyperscaler: Array.from(hyperscaler, ([provider, regions]) => ({ provider, regions: [...regions].sort() })).sort(
      (a, b) => compareText(a.provider, b.provider),
    ),
  }
}
