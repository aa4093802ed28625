import { planTable } from '#lib/hap/plans/plan.ts'
import { formatBindingsCommand } from '#lib/hap/pools/selector.ts'
import { parseRule } from '#lib/hap/rules/parse-rule.ts'
import { ruleSelectors } from '#lib/hap/selection/reach.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { formatPlural } from '#lib/util/format.ts'
import { textAt } from '../evaluation/checked-draft.ts'
import type { EditorFacts } from './editor-session.ts'

export interface RuleNotes {
  /** Label selectors by which the rule finds an account, one per provider. */
  readonly selectors: readonly string[]
  /** Commands that list what they find; none where a request decides a part of it. */
  readonly commands: readonly string[]
  /** Clusters that choose it of those seen; null while the rules have errors, or before anything was seen. */
  readonly clusters: number | null
}

/** What is to be said about a rule of a checked draft, by its place in the list; null for one with errors. */
export function ruleNotes(
  { checked, known, uses }: Pick<EditorFacts, 'checked' | 'known' | 'uses'>,
  index: number,
): RuleNotes | null {
  const text = checked ? textAt(checked.rules, index) : undefined
  const rule = text === undefined ? null : parseRule(text, index, policyOf(known.semantics)).rule
  if (!rule) return null
  // The places of another draft may be those of other rules.
  const clusters = uses !== null && uses.draft === checked?.id ? uses.clusters[index] : undefined
  const selectors = ruleSelectors(rule, planTable(known.plans, known.requiredPlans))
  // A part that stands for what the request says is no label value; neither is what only KEB takes for a plan (D3).
  const listable = selectors.filter(selector => /^[\w.,!=-]+$/.test(selector))
  return {
    selectors,
    commands: listable.map(selector => formatBindingsCommand(known.namespace, selector)),
    clusters: clusters ?? null,
  }
}

/** How many clusters choose a rule, as a sentence. */
export function chosenBy(clusters: number): string {
  if (clusters === 0) return 'No cluster that is known chooses it.'
  return `${formatPlural(clusters, 'cluster chooses', 'clusters choose')} it.`
}
