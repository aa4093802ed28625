import { isolateHistory } from '@codemirror/commands'
import { foldAll, unfoldAll } from '@codemirror/language'
import { type Diagnostic, setDiagnostics } from '@codemirror/lint'
import { EditorState, type Text } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { showToast } from '#components/ui/toast.ts'
import type { Finding } from '#lib/rules-file/check-rules-file.ts'
import { ruleAt } from '../evaluation/checked-draft.ts'
import { evaluation } from '../evaluation/evaluation-thread.ts'
import type { KeptEditor } from './editor-session.ts'
import { extensions } from './extensions.ts'

/** The editor of rules on CodeMirror. It goes on where it was left, with its undo; see KeptEditor. */
export class RulesEditor {
  readonly #view: EditorView
  readonly #kept: KeptEditor

  constructor(parent: HTMLElement, kept: KeptEditor, text: string, describedBy: string) {
    this.#kept = kept
    const { facts } = kept
    const listen = EditorView.updateListener.of(({ docChanged, selectionSet, state, view }) => {
      if (docChanged) facts.onText(textOf(state.doc))
      if (docChanged || selectionSet) facts.onRule(ruleAtCursor(view, kept))
    })
    // The state outlives this editor, and with it what it calls.
    const commands = { fix: () => kept.open?.fixAtCursor() ?? false, format: () => kept.open?.format() ?? false }
    const state =
      kept.state ?? EditorState.create({ doc: text, extensions: [extensions(facts, commands, describedBy), listen] })
    this.#view = new EditorView({ parent, state })
    kept.open = this
    this.replace(text)
    this.showFindings()
  }

  /** Leaves the page; the next editor goes on from here. */
  close(): void {
    this.#kept.state = this.#view.state
    this.#kept.open = null
    this.#view.destroy()
  }

  /** Makes a text the draft, as one step that can be undone. */
  replace(text: string): void {
    const before = this.#text()
    if (text === before) return
    this.#view.dispatch({
      changes: changedPart(before, text),
      annotations: isolateHistory.of('full'),
      scrollIntoView: true,
    })
  }

  /** Marks what the last check found, when it was of this very text. */
  showFindings(): void {
    const { checked, onRule } = this.#kept.facts
    const { state } = this.#view
    if (checked?.text !== textOf(state.doc)) return
    const marks = findingsInText(state.doc, checked.findings, finding => this.#kept.open?.fix(finding))
    this.#view.dispatch(setDiagnostics(state, marks))
    onRule(ruleAtCursor(this.#view, this.#kept))
  }

  /** Marks what other rules in force do not have: the editor looks again at each update, also at an empty one. */
  showChanges(): void {
    this.#view.dispatch({})
  }

  /** Puts the cursor at a finding. */
  show(finding: Finding): void {
    const span = findingSpan(this.#view.state.doc, finding) ?? { from: 0, to: 0 }
    this.#view.dispatch({
      selection: { anchor: span.from },
      effects: EditorView.scrollIntoView(span.from, { y: 'center' }),
    })
    this.#view.focus()
  }

  /** Applies the fix of a finding of the last check. Out: whether there is something to apply. */
  fix({ fix }: Finding): boolean {
    const { checked } = this.#kept.facts
    // A fix counts the rules of the text it was found in.
    if (!fix || checked?.text !== this.#text()) return false
    void this.#rewrite(evaluation.ask('fix', { draft: checked.id, fix })).then(done => done && this.#view.focus())
    return true
  }

  /** Writes every rule in its canonical form. Out: whether the text was checked, so that it can be done. */
  format(): boolean {
    const { checked } = this.#kept.facts
    if (!checked?.source || checked.text !== this.#text()) return false
    void this.#rewrite(evaluation.ask('format', { draft: checked.id }))
    return true
  }

  /** Makes what is being written the draft, unless somebody went on typing meanwhile. */
  async #rewrite(written: Promise<string | null>): Promise<boolean> {
    const before = this.#text()
    try {
      const text = await written
      if (text === null || this.#kept.open !== this || this.#text() !== before) return false
      this.replace(text)
      return true
    } catch {
      showToast({ text: 'Not changed: the console is not responding. Try it again.', failed: true })
      return false
    }
  }

  #text(): string {
    return textOf(this.#view.state.doc)
  }

  foldPlans(): void {
    foldAll(this.#view)
  }

  unfold(): void {
    unfoldAll(this.#view)
  }

  fixAtCursor(): boolean {
    const { doc, selection } = this.#view.state
    const line = doc.lineAt(selection.main.head).number
    const here = this.#kept.facts.checked?.findings.find(({ fix, place }) => fix !== null && place?.line === line)
    return here ? this.fix(here) : false
  }
}

/** A keystroke needs the text of the document several times, and each `toString` copies all of it. */
const TEXTS = new WeakMap<Text, string>()

function textOf(doc: Text): string {
  const text = TEXTS.get(doc) ?? doc.toString()
  TEXTS.set(doc, text)
  return text
}

function ruleAtCursor({ state }: EditorView, { facts: { checked } }: KeptEditor): number | null {
  if (checked?.text !== textOf(state.doc)) return null
  const { head } = state.selection.main
  const line = state.doc.lineAt(head)
  return ruleAt(checked, line.number, head - line.from + 1)
}

/** The one change that makes a text of another: what both begin and end with stays, and with it the cursor. */
export function changedPart(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) }
}

/** More marks than this tell nothing more. */
const MOST_MARKS = 500

/** Findings at their places in a text, with the fix of each as its action; what has no place stands in the list alone. */
export function findingsInText(
  doc: Text,
  findings: readonly Finding[],
  fix: (finding: Finding) => void,
): readonly Diagnostic[] {
  return findings.slice(0, MOST_MARKS).flatMap(finding => {
    const span = findingSpan(doc, finding)
    if (!span) return []
    const { severity, message, hint } = finding
    const actions = finding.fix ? [{ name: plain(finding.fix.title), apply: () => fix(finding) }] : []
    return [{ ...span, severity, message: plain(hint === null ? message : `${message} ${hint}`), actions }]
  })
}

/** The engine puts what can be pasted between backticks; the editor shows it, and has it read out, without them. */
function plain(words: string): string {
  return words.replaceAll('`', '')
}

/** Where a finding stands in a text; null for one about the whole file. */
export function findingSpan(doc: Text, { place, length }: Finding): { from: number; to: number } | null {
  if (!place || place.line > doc.lines) return null
  const line = doc.line(place.line)
  const from = Math.min(line.from + place.column - 1, line.to)
  return { from, to: Math.min(from + length, line.to) }
}
