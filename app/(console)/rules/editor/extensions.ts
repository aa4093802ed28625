import {
  acceptCompletion,
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  completionKeymap,
  insertCompletionText,
  startCompletion,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab, insertNewlineAndIndent } from '@codemirror/commands'
import { bracketMatching, foldGutter, foldKeymap, indentUnit } from '@codemirror/language'
import { forEachDiagnostic, lintGutter, nextDiagnostic, previousDiagnostic } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import {
  type Command,
  crosshairCursor,
  drawSelection,
  EditorView,
  GutterMarker,
  gutter,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view'
import { completeRule, type RuleVocabulary } from '#lib/hap/rules/complete-rule.ts'
import type { EditorContext } from './editor-session.ts'
import { isRuleItem, itemSpan, linesAbove, planFolds } from './rule-line.ts'
import { ruleHover } from './rule-notes.ts'
import { ruleColours, theme } from './theme.ts'

interface EditorCommands {
  readonly fix: (view: EditorView) => boolean
  readonly format: (view: EditorView) => boolean
}

/**
 * Composes the editor's extensions. `describedBy` is the id of the hint that says how to leave the
 * editor by keyboard.
 */
export function extensions(context: EditorContext, commands: EditorCommands, describedBy: string): Extension {
  return [
    EditorView.cspNonce.of(getPageNonce()),
    theme,
    changeGutter(context),
    lineNumbers(),
    lintGutter(),
    foldGutter({ openText: '⌄', closedText: '›' }),
    history(),
    drawSelection(),
    EditorState.allowMultipleSelections.of(true),
    rectangularSelection(),
    crosshairCursor(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSpecialChars(),
    highlightSelectionMatches(),
    bracketMatching(),
    indentUnit.of('  '),
    planFolds,
    ruleColours,
    ruleCompletion(context),
    ruleHover(context),
    Prec.high(keymap.of([{ key: 'Tab', run: acceptCompletion }])),
    keymap.of([
      { key: 'Enter', run: insertItem },
      { key: 'Mod-.', run: commands.fix },
      { key: 'Shift-Alt-f', run: commands.format },
      { key: 'F8', run: nextFinding },
      { key: 'Shift-F8', run: previousFinding },
      ...completionKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...foldKeymap,
      indentWithTab,
      ...defaultKeymap,
    ]),
    // Text copied from a file may begin with a byte order mark.
    EditorView.clipboardInputFilter.of(text => text.replaceAll('\ufeff', '')),
    EditorView.contentAttributes.of({ 'aria-label': 'Rules', 'aria-describedby': describedBy, tabindex: '0' }),
  ]
}

/** At the end of a rule, Enter inserts the next list item. */
function insertItem(view: EditorView): boolean {
  const { main, ranges } = view.state.selection
  const line = view.state.doc.lineAt(main.head)
  const item = itemSpan(line.text)
  const isAtEnd = ranges.length === 1 && main.empty && line.text.slice(main.head - line.from).trim() === ''
  if (!item || !isAtEnd) return false
  // Enter in an empty item ends the list.
  if (item.start === item.end) return insertNewlineAndIndent(view)
  const insert = `\n${/^\s*/.exec(line.text)?.[0] ?? ''}- `
  view.dispatch({
    changes: { from: main.head, insert },
    selection: { anchor: main.head + insert.length },
    scrollIntoView: true,
    userEvent: 'input',
  })
  return true
}

/** Content Security Policy accepts the editor's styles with the nonce of this page only. */
function getPageNonce(): string {
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
}

/** Moves to the next finding and announces it. */
const nextFinding: Command = view => nextDiagnostic(view) && announceFinding(view)

const previousFinding: Command = view => previousDiagnostic(view) && announceFinding(view)

/** Announces the finding at the selection to screen readers. */
function announceFinding(view: EditorView): true {
  const { from, to } = view.state.selection.main
  const messages: string[] = []
  forEachDiagnostic(view.state, ({ severity, message }, start, end) => {
    if (start === from && end === to) messages.push(`${severity}: ${message}`)
  })
  view.dispatch({ effects: EditorView.announce.of(messages.join(' ')) })
  return true
}

const CHANGED_MARKER = new (class extends GutterMarker {
  override elementClass = 'hap-changed'
})()

/** Marks lines that the rules in force do not contain. */
function changeGutter(context: EditorContext): Extension {
  const lines = new ChangedLines(() => context.known.text)
  return gutter({
    class: 'hap-changes',
    lineMarker: ({ state }, { from }) => (lines.has(state.doc.lineAt(from).text) ? CHANGED_MARKER : null),
    lineMarkerChange: () => lines.outdated,
  })
}

/**
 * Compares lines of the draft with the rules in force, ignoring white space. `inForce` returns the
 * current text.
 */
export class ChangedLines {
  readonly #inForce: () => string
  #text: string | null = null
  #lines: ReadonlySet<string> = new Set()

  constructor(inForce: () => string) {
    this.#inForce = inForce
  }

  /** Whether the rules in force changed after the last call of `has`. */
  get outdated(): boolean {
    return this.#text !== this.#inForce()
  }

  has(line: string): boolean {
    const text = this.#inForce()
    if (this.#text !== text) {
      this.#text = text
      this.#lines = new Set(text.split('\n').map(each => each.trim()))
    }
    const trimmed = line.trim()
    return trimmed !== '' && !this.#lines.has(trimmed)
  }
}

/** Completes plans, attributes and known regions. */
function ruleCompletion(editor: EditorContext): Extension {
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
