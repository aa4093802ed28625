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
import type { EditorFacts } from './editor-session.ts'
import { isRuleItem, itemSpan, linesAbove } from './rule-line.ts'

/** Completion of plans, attributes and the regions the landscape knows. */
export function ruleCompletion(facts: EditorFacts): Extension {
  return autocompletion({ override: [context => complete(context, wordsOf(facts))], icons: false })
}

/** The regions of rules, pools and shoots, and those clusters were requested with. */
function wordsOf({ known: { plans, regions }, seen }: EditorFacts): RuleVocabulary {
  const requested = (seen ?? []).flatMap(({ platformRegion }) => platformRegion ?? [])
  return {
    plans,
    platformRegions: [...new Set([...regions.platform, ...requested])].sort(),
    hyperscalerRegions: regions.hyperscaler,
  }
}

function complete({ state, pos, explicit }: CompletionContext, words: RuleVocabulary): CompletionResult | null {
  const line = state.doc.lineAt(pos)
  if (!isRuleItem(line.text, linesAbove(state.doc, line))) return null
  const item = itemSpan(line.text)
  const column = item ? pos - line.from - item.start : -1
  if (!item || column < 0) return null
  // White space before the cursor is no part of the item yet, but of what is being written.
  const text = line.text.slice(item.start, Math.max(item.end, pos - line.from))
  const found = completeRule(text, column, words)
  // Nobody who only ended a word wants to be asked for the next one.
  if (!found || (found.from === column && !explicit && !/[(,=>-]\s*$/.test(line.text.slice(0, pos - line.from))))
    return null
  const word = text.slice(found.from, column)
  // Nothing is left to complete.
  if (!explicit && found.options.some(({ text: whole }) => whole === word)) return null
  return {
    from: line.from + item.start + found.from,
    options: found.options.map(({ text: label, detail, kind }) => option(label, detail, kind)),
  }
}

function option(label: string, detail: string, kind: string): Completion {
  if (!label.endsWith('=')) return { label, detail, type: kind }
  // A region follows, and there are some to choose from.
  const apply = (view: EditorView, _: Completion, from: number, to: number) => {
    view.dispatch(insertCompletionText(view.state, label, from, to))
    startCompletion(view)
  }
  return { label, detail, type: kind, apply }
}
