import type { Plan } from '#lib/hap/plans/plan.ts'
import type { Semantics } from '#lib/hap/semantics.ts'
import { compareText } from '#lib/hap/text/text.ts'
import type { QueryContext } from '#lib/queries/query-context.ts'
import { type KnownRegions, knownRegions } from '#lib/queries/simulator/known-regions.ts'
import { rulesRevision } from '#lib/services/claims/rules-revision.ts'
import type { RulesState } from './rules-context.ts'
import { rulesOrigin } from './rules-origin.ts'

/** The rules in force, and what else a browser needs to check other ones. */
export interface RulesDetail {
  /** The document the rules are read from, with its comments. */
  readonly text: string
  /** Of the rules as they are: the same rules have the same one, whatever revision they came with; claims keep it. */
  readonly hash: string
  /** Of the published revision; 0 before the first one. */
  readonly number: number
  /** Where they come from, in words. */
  readonly origin: string
  readonly rules: number
  /** The cases that were published with them, as YAML; empty for none. */
  readonly pinned: string
  readonly plans: readonly Plan[]
  /** Names of the plans that need a rule. */
  readonly requiredPlans: readonly string[]
  readonly semantics: Semantics
  /** Where the bindings are. */
  readonly namespace: string
  /** Regions the landscape knows, for completion. */
  readonly regions: KnownRegions
}

/** What the page of rules begins with. */
export function getRules(context: QueryContext, active: RulesState['active']): RulesDetail {
  const { rules, semantics } = context
  const { document, publication } = active
  return {
    text: document.replaceAll('\r\n', '\n'),
    hash: rulesRevision(rules.ruleset),
    number: publication?.number ?? 0,
    origin: rulesOrigin(active),
    rules: rules.ruleset.rules.length,
    pinned: publication?.pinned ?? '',
    plans: [...rules.plans.byName.values()].sort((a, b) => compareText(a.name, b.name)),
    requiredPlans: [...rules.plans.required],
    semantics,
    namespace: context.inventory.namespace,
    regions: knownRegions(context),
  }
}
