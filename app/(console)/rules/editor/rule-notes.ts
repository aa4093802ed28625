import type { Extension } from '@codemirror/state'
import { hoverTooltip } from '@codemirror/view'
import { copyWithToast } from '#components/ui/copy-button.tsx'
import { planTable } from '#lib/hap/plans/plan.ts'
import { formatBindingsCommand } from '#lib/hap/pools/selector.ts'
import { parseRule } from '#lib/hap/rules/parse-rule.ts'
import { ruleSelectors } from '#lib/hap/selection/reach.ts'
import { policyOf } from '#lib/hap/semantics.ts'
import { formatPlural } from '#lib/util/format.ts'
import { findRuleAt, unpackText } from '../evaluation/checked-draft.ts'
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
  if (clusters === 0) return 'No known clusters match this rule.'
  return `${formatPlural(clusters, 'cluster matches', 'clusters match')} this rule.`
}

/** Shows the selectors of the rule under the pointer, with commands that list its bindings. */
export function ruleHover(context: EditorContext): Extension {
  return hoverTooltip((view, at) => {
    const { checked } = context
    const line = view.state.doc.lineAt(at)
    if (checked?.text !== view.state.doc.toString()) return null
    const rule = findRuleAt(checked, line.number, at - line.from + 1)
    const notes = rule === null ? null : ruleNotes(context, rule)
    if (notes === null) return null
    const create = () => {
      const dom = document.createElement('div')
      dom.className = 'hap-hover'
      for (const selector of notes.selectors) dom.append(createLine('hap-selector', selector))
      for (const command of notes.commands) dom.append(createLine('hap-command', command), copyButton(command))
      if (notes.clusters !== null) dom.append(createLine('hap-note', formatClusters(notes.clusters)))
      return { dom }
    }
    return { pos: line.from, end: line.to, above: true, create }
  })
}

function copyButton(command: string): HTMLElement {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'hap-copy'
  button.textContent = 'Copy command'
  button.addEventListener('click', () => void copyWithToast(command, 'The command was copied.'))
  return button
}

function createLine(className: string, text: string): HTMLElement {
  const line = document.createElement('div')
  line.className = className
  line.textContent = text
  return line
}
