import { acceptCompletion, completionKeymap } from '@codemirror/autocomplete'
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
import type { EditorFacts } from './editor-session.ts'
import { planFolds } from './plan-folds.ts'
import { ruleColours } from './rule-colours.ts'
import { ruleCompletion } from './rule-completion.ts'
import { ruleHover } from './rule-hover.ts'
import { itemSpan } from './rule-line.ts'
import { theme } from './theme.ts'

interface EditorCommands {
  readonly fix: (view: EditorView) => boolean
  readonly format: (view: EditorView) => boolean
}

/** Everything the editor can do. `describedBy` is the id of the hint that tells how to leave it by keyboard. */
export function extensions(facts: EditorFacts, commands: EditorCommands, describedBy: string): Extension {
  return [
    EditorView.cspNonce.of(nonceOfPage()),
    theme,
    changeGutter(facts),
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
    ruleCompletion(facts),
    ruleHover(facts),
    Prec.high(keymap.of([{ key: 'Tab', run: acceptCompletion }])),
    keymap.of([
      { key: 'Enter', run: nextItem },
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
    // A byte order mark is no part of what somebody copied.
    EditorView.clipboardInputFilter.of(text => text.replaceAll('\ufeff', '')),
    EditorView.contentAttributes.of({ 'aria-label': 'Rules', 'aria-describedby': describedBy, tabindex: '0' }),
  ]
}

/** At the end of a rule, Enter begins the next one. */
function nextItem(view: EditorView): boolean {
  const { main, ranges } = view.state.selection
  const line = view.state.doc.lineAt(main.head)
  const item = itemSpan(line.text)
  const isAtEnd = ranges.length === 1 && main.empty && line.text.slice(main.head - line.from).trim() === ''
  if (!item || !isAtEnd) return false
  // An empty item ends the list.
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

/** The nonce this page was loaded with: the styles of the editor are allowed by no other. */
function nonceOfPage(): string {
  return document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
}

/** Goes to the next finding, and has it read out. */
const nextFinding: Command = view => nextDiagnostic(view) && announceFinding(view)

const previousFinding: Command = view => previousDiagnostic(view) && announceFinding(view)

/** What is said of the selected text, for who does not see it. */
function announceFinding(view: EditorView): true {
  const { from, to } = view.state.selection.main
  const words: string[] = []
  forEachDiagnostic(view.state, ({ severity, message }, start, end) => {
    if (start === from && end === to) words.push(`${severity}: ${message}`)
  })
  view.dispatch({ effects: EditorView.announce.of(words.join(' ')) })
  return true
}

const NEW = new (class extends GutterMarker {
  override elementClass = 'hap-changed'
})()

/** Marks the lines that the rules in force do not have. */
function changeGutter(facts: EditorFacts): Extension {
  const lines = new NewLines(() => facts.known.text)
  return gutter({
    class: 'hap-changes',
    lineMarker: ({ state }, { from }) => (lines.has(state.doc.lineAt(from).text) ? NEW : null),
    lineMarkerChange: () => lines.outdated,
  })
}

/** Which lines of a draft the rules in force do not have; white space does not count. `inForce` gives their text, which may become another one. */
export class NewLines {
  readonly #inForce: () => string
  #text: string | null = null
  #lines: ReadonlySet<string> = new Set()

  constructor(inForce: () => string) {
    this.#inForce = inForce
  }

  /** Whether other rules are in force than when a line was last asked about. */
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
