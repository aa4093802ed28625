import { acceptCompletion, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab, insertNewlineAndIndent } from '@codemirror/commands'
import { bracketMatching, foldGutter, foldKeymap, indentUnit } from '@codemirror/language'
import { lintGutter } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import {
  crosshairCursor,
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view'
import { changeGutter } from './change-gutter.ts'
import type { EditorFacts } from './editor-facts.ts'
import { nextFinding, previousFinding } from './finding-keys.ts'
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
