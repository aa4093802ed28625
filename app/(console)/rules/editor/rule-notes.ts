import { planTable } from '#lib/hap/plans/plan.ts'
import { formatBindingsCommand } from '#lib/hap/pools/selector.ts'
import { parseRule } from '#lib/hap/rules/parse-rule.ts'
import { ruleSelectors } from '#lib/hap/selection/reach.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { formatPlural } from '#lib/util/format.ts'
import { unpackText } from '../evaluation/checked-draft.ts'
import type { EditorContext } from './editor-session.ts'

export interface RuleNotes {
  /** Label selectors of the rule, one per provider. */
  readonly selectors: readonly string[]
  /**
   * kubectl commands that list the selected bindings; none for a selector that depends on the
   * request.
   */
  readonly commands: readonly string[]
  /**
   * Observed clusters that choose the rule; null while the draft has errors or no requests are
   * loaded.
   */
  readonly clusters: number | null
}

/** Returns the notes on a rule of the checked draft by its index; null for a rule with errors. */
export function ruleNotes(
  { checked, known, uses }: Pick<EditorContext, 'checked' | 'known' | 'uses'>,
  index: number,
): RuleNotes | null {
  const text = checked ? unpackText(checked.rules, index) : undefined
  const rule = text === undefined ? null : parseRule(text, index, policyOf(known.semantics)).rule
  if (!rule) return null
  // Counts of another draft would belong to other rules at the same indices.
  const clusters = uses !== null && uses.draft === checked?.id ? uses.clusters[index] : undefined
  const selectors = ruleSelectors(rule, planTable(known.plans, known.requiredPlans))
  // A placeholder for a request parameter is no label value, nor is a plan name that only KEB
  // accepts (D3).
  const listable = selectors.filter(selector => /^[\w.,!=-]+$/.test(selector))
  return {
    selectors,
    commands: listable.map(selector => formatBindingsCommand(known.namespace, selector)),
    clusters: clusters ?? null,
  }
}

/** Formats the number of clusters that choose a rule as a sentence. */
export function formatClusters(clusters: number): string {
  if (clusters === 0) return 'No cluster that is known chooses it.'
  return `${formatPlural(clusters, 'cluster chooses', 'clusters choose')} it.`
}
