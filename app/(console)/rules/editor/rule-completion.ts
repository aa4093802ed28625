import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  insertCompletionText,
  startCompletion,
} from '@codemirror/autocomplete'
import type { Extension } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { completeRule, type RuleVocabulary } from '#lib/hap/rules/complete-rule.ts'
import type { EditorContext } from './editor-session.ts'
import { isRuleItem, itemSpan, linesAbove } from './rule-line.ts'

/** Completes plans, attributes and known regions. */
export function ruleCompletion(editor: EditorContext): Extension {
  return autocompletion({ override: [context => complete(context, buildVocabulary(editor))], icons: false })
}

/** Regions come from rules, pools, shoots and observed requests. */
function buildVocabulary({ known: { plans, regions }, seen }: EditorContext): RuleVocabulary {
  const requested = (seen ?? []).flatMap(({ platformRegion }) => platformRegion ?? [])
  return {
    plans,
    platformRegions: [...new Set([...regions.platform, ...requested])].sort(),
    hyperscalerRegions: regions.hyperscaler,
  }
}

function complete({ state, pos, explicit }: CompletionContext, vocabulary: RuleVocabulary): CompletionResult | null {
  const line = state.doc.lineAt(pos)
  if (!isRuleItem(line.text, linesAbove(state.doc, line))) return null
  const item = itemSpan(line.text)
  const column = item ? pos - line.from - item.start : -1
  if (!item || column < 0) return null
  // Trailing white space is outside the item's span but belongs to the text being typed.
  const text = line.text.slice(item.start, Math.max(item.end, pos - line.from))
  const found = completeRule(text, column, vocabulary)
  // A word that just ended opens no completion of the next one.
  if (!found || (found.from === column && !explicit && !/[(,=>-]\s*$/.test(line.text.slice(0, pos - line.from))))
    return null
  const word = text.slice(found.from, column)
  // A complete word needs no completion.
  if (!explicit && found.options.some(({ text: whole }) => whole === word)) return null
  return {
    from: line.from + item.start + found.from,
    options: found.options.map(({ text: label, detail, kind }) => option(label, detail, kind)),
  }
}

function option(label: string, detail: string, kind: string): Completion {
  if (!label.endsWith('=')) return { label, detail, type: kind }
  // `PR=` and `HR=` are followed by a region, so their completion opens the next one.
  const apply = (view: EditorView, _: Completion, from: number, to: number) => {
    view.dispatch(insertCompletionText(view.state, label, from, to))
    startCompletion(view)
  }
  return { label, detail, type: kind, apply }
}
