import type { Plan } from '#lib/hap/plans/plan.ts'
import type { Semantics } from '#lib/hap/semantics.ts'
import { compareText } from '#lib/hap/text/text.ts'
import type { QueryContext } from '../query-context.ts'
import { type KnownRegions, knownRegions } from './known-regions.ts'

/** What the simulator's fields offer. */
export interface RequestOptions {
  readonly plans: readonly Plan[]
  readonly regions: KnownRegions
  /** Rules in force. */
  readonly rules: number
  readonly semantics: Semantics
}

/** What the simulator's form offers. */
export function requestOptions(context: QueryContext): RequestOptions {
  return {
    plans: [...context.rules.plans.byName.values()].sort((a, b) => compareText(a.name, b.name)),
    regions: knownRegions(context),
    rules: context.rules.ruleset.rules.length,
    semantics: context.semantics,
  }
}

/** A global account of the inventory, for completion. */
export interface KnownGlobalAccount {
  readonly id: string
  /** Bindings it owns, of whatever pool. */
  readonly bindings: number
  readonly shoots: number
}

/** Global accounts that begin with a text, at most `limit` of them, by id. */
export function globalAccountsLike(
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
      shoots: inventory.shootsOfTenant(id).length,
    }))
}
