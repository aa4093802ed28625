import type { Policy } from '../semantics/policy.ts'
import { type Diagnostic, type DiagnosticCode, diagnostic, type TextRange } from './diagnostic.ts'
import { isWhiteSpace, type Span } from './scan.ts'
import type { Word } from './syntax.ts'

/** More errors in one rule help nobody; the bound keeps a text of a million commas cheap. */
const MOST_PER_RULE = 20

const LEGAL_NAME = /^[A-Za-z0-9_.*-]+$/
const ILLEGAL_CHARACTERS = /[^A-Za-z0-9_.* \t\n\f\r-]+/

/** One rule text being read: what was found wrong so far, and the checks every name passes. */
export class RuleReader {
  readonly text: string
  readonly index: number
  readonly policy: Policy
  readonly diagnostics: Diagnostic[] = []

  constructor(text: string, index: number, policy: Policy) {
    this.text = text
    this.index = index
    this.policy = policy
  }

  range(span: Span): TextRange {
    return { rule: this.index, start: span.start, end: span.end }
  }

  /** Reports an error at a span; `replacement` makes it a fix that rewrites exactly this span. */
  report(
    code: DiagnosticCode,
    span: Span,
    message: string,
    hint: string,
    replacement?: { readonly text: string },
  ): void {
    const range = this.range(span)
    if (!replacement) {
      this.add(diagnostic({ code, message, hint, range }))
      return
    }
    const title = replacement.text === '' ? 'Remove it' : `Replace by \`${replacement.text}\``
    const fix = { title, edits: [{ kind: 'replace', range, text: replacement.text }] } as const
    this.add(diagnostic({ code, message, hint, range, fix }))
  }

  add(found: Diagnostic): void {
    if (this.diagnostics.length < MOST_PER_RULE) this.diagnostics.push(found)
  }

  /** White space inside a name is an error where the policy keeps it (D2); true when it was reported. */
  checkWhiteSpace(word: Word): boolean {
    if (this.policy.whiteSpace === 'deleted' || word.end - word.start === word.text.length) return false
    let start = word.start
    while (!isWhiteSpace(this.text[start])) start++
    let end = start
    while (isWhiteSpace(this.text[end])) end++
    const message = `White space inside \`${shown(word.text)}\`.`
    this.report('white-space-inside', { start, end }, message, 'Remove it.', { text: '' })
    return true
  }

  /** White space and characters of a plan or a value, as far as the policy looks at them (D2, D3). */
  checkName(word: Word, what: string): void {
    this.checkWhiteSpace(word)
    if (this.policy.names === 'anything' || LEGAL_NAME.test(word.text)) return
    const found = ILLEGAL_CHARACTERS.exec(this.text.slice(word.start, word.end))
    if (!found) return
    const start = word.start + found.index
    const span = { start, end: start + found[0].length }
    const hint = 'Letters, digits, `-`, `_`, `.` and `*` are allowed.'
    this.report('character-illegal', span, `${shownCharacters(found[0])} cannot be part of ${what}.`, hint)
  }
}

/** A text for a message, shortened. */
export function shown(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}

function shownCharacters(text: string): string {
  const visible = /^[\x21-\x7e]+$/.test(text)
  if (visible) return `\`${shown(text)}\``
  return `\`${shown(text)}\` (${Array.from(text.slice(0, 8), codePoint).join(' ')})`
}

function codePoint(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
