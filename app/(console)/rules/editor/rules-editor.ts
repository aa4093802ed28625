import { isolateHistory } from '@codemirror/commands'
import { foldAll, unfoldAll } from '@codemirror/language'
import { type Diagnostic, setDiagnostics } from '@codemirror/lint'
import { EditorState, type Text } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { showToast } from '#components/ui/toast.tsx'
import type { Finding } from '#lib/rules-file/check-rules-file.ts'
import { findRuleAt } from '../evaluation/checked-draft.ts'
import { evaluation } from '../evaluation/evaluation-thread.ts'
import type { EditorSession } from './editor-session.ts'
import { extensions } from './extensions.ts'

/**
 * The CodeMirror editor of the rules. It restores the state in its EditorSession, with the undo
 * history.
 */
export class RulesEditor {
  readonly #view: EditorView
  readonly #session: EditorSession

  constructor(parent: HTMLElement, session: EditorSession, text: string, describedBy: string) {
    this.#session = session
    const { context } = session
    const listen = EditorView.updateListener.of(({ docChanged, selectionSet, state, view }) => {
      if (docChanged) context.onText(textOf(state.doc))
      if (docChanged || selectionSet) context.onRule(ruleAtCursor(view, session))
    })
    // The state outlives this editor, so its commands call the mounted one.
    const commands = {
      fix: () => session.mounted?.fixAtCursor() ?? false,
      format: () => session.mounted?.format() ?? false,
    }
    const state =
      session.state ??
      EditorState.create({ doc: text, extensions: [extensions(context, commands, describedBy), listen] })
    this.#view = new EditorView({ parent, state })
    session.mounted = this
    this.replace(text)
    this.showFindings()
  }

  /** Unmounts the editor and saves its state in the session. */
  close(): void {
    this.#session.state = this.#view.state
    this.#session.mounted = null
    this.#view.destroy()
  }

  /** Replaces the text in one undoable step. */
  replace(text: string): void {
    const before = this.#text()
    if (text === before) return
    this.#view.dispatch({
      changes: computeReplacement(before, text),
      annotations: isolateHistory.of('full'),
      scrollIntoView: true,
    })
  }

  /** Shows the findings of the last check if it checked exactly this text. */
  showFindings(): void {
    const { checked, onRule } = this.#session.context
    const { state } = this.#view
    if (checked?.text !== textOf(state.doc)) return
    const marks = buildDiagnostics(state.doc, checked.findings, finding => this.#session.mounted?.fix(finding))
    this.#view.dispatch(setDiagnostics(state, marks))
    onRule(ruleAtCursor(this.#view, this.#session))
  }

  /**
   * Refreshes the change gutter after other rules came into force; an empty transaction suffices.
   */
  showChanges(): void {
    this.#view.dispatch({})
  }

  /** Moves the cursor to a finding. */
  show(finding: Finding): void {
    const span = findingSpan(this.#view.state.doc, finding) ?? { from: 0, to: 0 }
    this.#view.dispatch({
      selection: { anchor: span.from },
      effects: EditorView.scrollIntoView(span.from, { y: 'center' }),
    })
    this.#view.focus()
  }

  /**
   * Applies the fix of a finding of the last check. Returns false when the finding has no
   * applicable fix.
   */
  fix({ fix }: Finding): boolean {
    const { checked } = this.#session.context
    // A fix addresses rules by index in the checked text.
    if (!fix || checked?.text !== this.#text()) return false
    void this.#rewrite(evaluation.ask('fix', { draft: checked.id, fix })).then(done => done && this.#view.focus())
    return true
  }

  /** Formats every rule canonically. Returns false when the current text is not checked. */
  format(): boolean {
    const { checked } = this.#session.context
    if (!checked?.source || checked.text !== this.#text()) return false
    void this.#rewrite(evaluation.ask('format', { draft: checked.id }))
    return true
  }

  /** Replaces the text by the answer, unless the text changed before the answer arrived. */
  async #rewrite(written: Promise<string | null>): Promise<boolean> {
    const before = this.#text()
    try {
      const text = await written
      if (text === null || this.#session.mounted !== this || this.#text() !== before) return false
      this.replace(text)
      return true
    } catch {
      showToast({ text: 'Not changed: the console is not responding. Try again.', failed: true })
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
    const here = this.#session.context.checked?.findings.find(({ fix, place }) => fix !== null && place?.line === line)
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

function ruleAtCursor({ state }: EditorView, { context: { checked } }: EditorSession): number | null {
  if (checked?.text !== textOf(state.doc)) return null
  const { head } = state.selection.main
  const line = state.doc.lineAt(head)
  return findRuleAt(checked, line.number, head - line.from + 1)
}

/**
 * Computes the smallest change between two texts, so that CodeMirror maps the cursor through it.
 */
export function computeReplacement(before: string, after: string): { from: number; to: number; insert: string } {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  return { from: start, to: before.length - end, insert: after.slice(start, after.length - end) }
}

/** More underlined findings would slow the editor down; the list shows all of them. */
const MAX_MARKS = 500

/**
 * Builds CodeMirror diagnostics with their fixes as actions. Findings without a position appear in
 * the list only.
 */
export function buildDiagnostics(
  doc: Text,
  findings: readonly Finding[],
  fix: (finding: Finding) => void,
): readonly Diagnostic[] {
  return findings.slice(0, MAX_MARKS).flatMap(finding => {
    const span = findingSpan(doc, finding)
    if (!span) return []
    const { severity, message, hint } = finding
    const actions = finding.fix ? [{ name: removeBackticks(finding.fix.title), apply: () => fix(finding) }] : []
    return [{ ...span, severity, message: removeBackticks(hint === null ? message : `${message} ${hint}`), actions }]
  })
}

/**
 * Messages put code between backticks, which the tooltip cannot render and a screen reader would
 * read.
 */
function removeBackticks(message: string): string {
  return message.replaceAll('`', '')
}

/** Returns the span of a finding in the document; null for a finding about the whole file. */
export function findingSpan(doc: Text, { place, length }: Finding): { from: number; to: number } | null {
  if (!place || place.line > doc.lines) return null
  const line = doc.line(place.line)
  const from = Math.min(line.from + place.column - 1, line.to)
  return { from, to: Math.min(from + length, line.to) }
}
