import type { Policy } from '../semantics.ts'
import { type Diagnostic, type DiagnosticCode, diagnostic, type TextRange } from './diagnostic.ts'
import type { InputAttributeName } from './rule.ts'

/** A name without white space, and its columns in the rule text, with exclusive end. */
export interface Word {
  readonly text: string
  readonly start: number
  readonly end: number
}

export interface InputAttribute {
  readonly key: Word
  readonly value: Word
}

/** The parsed parts of a rule text; unreadable parts are missing. */
export interface RuleSyntax {
  readonly text: string
  readonly plan: Word | null
  readonly inputs: readonly InputAttribute[]
  readonly arrow: { readonly start: number; readonly end: number } | null
  readonly outputs: readonly Word[]
}

/** Returns the value of an input attribute, or null. */
export function inputValue(syntax: RuleSyntax, key: InputAttributeName): string | null {
  return syntax.inputs.find(input => input.key.text === key)?.value.text ?? null
}

/** Columns of a rule text, with exclusive end. */
export interface Span {
  readonly start: number
  readonly end: number
}

/**
 * White space that KEB deletes before parsing: space, tab, line feed, form feed, carriage return;
 * not the no-break space (KEB).
 */
export const WHITE_SPACE_RUN = /[ \t\n\f\r]+/g

export function isWhiteSpace(char: string | undefined): boolean {
  return char === ' ' || char === '\t' || char === '\n' || char === '\f' || char === '\r'
}

export function trim(text: string, span: Span): Span {
  let { start, end } = span
  while (start < end && isWhiteSpace(text[start])) start++
  while (end > start && isWhiteSpace(text[end - 1])) end--
  return { start, end }
}

/** Whether a span has only white space. */
export function isBlank(text: string, span: Span): boolean {
  const { start, end } = trim(text, span)
  return start === end
}

/**
 * Reads a span as a word: surrounding white space is outside its columns, inner white space is
 * dropped.
 */
export function readWord(text: string, span: Span): Word {
  const { start, end } = trim(text, span)
  return { text: withoutWhiteSpace(text.slice(start, end)), start, end }
}

/** Searching is cheaper than replacing, and few words contain white space. */
function withoutWhiteSpace(text: string): string {
  for (let at = 0; at < text.length; at++) {
    if (isWhiteSpace(text[at])) return text.replace(WHITE_SPACE_RUN, '')
  }
  return text
}

/** Position of the first occurrence of a character in a span, otherwise the end of the span. */
export function positionOf(text: string, char: string, { start, end }: Span): number {
  const at = text.indexOf(char, start)
  return at === -1 || at > end ? end : at
}

export function split(text: string, char: string, span: Span): readonly Span[] {
  let end = positionOf(text, char, span)
  if (end === span.end) return [span]
  const parts: Span[] = []
  let { start } = span
  while (end < span.end) {
    parts.push({ start, end })
    start = end + 1
    end = positionOf(text, char, { start, end: span.end })
  }
  parts.push({ start, end })
  return parts
}

/** Finds the next `->`, also with white space between the two characters, which KEB deletes. */
export function findArrow(text: string, from: number): Span | null {
  for (let start = text.indexOf('-', from); start !== -1; start = text.indexOf('-', start + 1)) {
    let head = start + 1
    while (isWhiteSpace(text[head])) head++
    if (text[head] === '>') return { start, end: head + 1 }
  }
  return null
}

/** Limits the errors of one rule, so that a text of a million commas stays cheap. */
const MAX_ERRORS_PER_RULE = 20

const LEGAL_NAME = /^[A-Za-z0-9_.*-]+$/
const ILLEGAL_CHARACTERS = /[^A-Za-z0-9_.* \t\n\f\r-]+/

/** Collects the diagnostics of one rule text and checks its names. */
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

  /** Reports an error at a span; `replacement` adds a fix that replaces the span. */
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
    if (this.diagnostics.length < MAX_ERRORS_PER_RULE) this.diagnostics.push(found)
  }

  /**
   * Reports white space inside a name where the policy forbids it (D2); returns true when it did.
   */
  checkWhiteSpace(word: Word): boolean {
    if (this.policy.whiteSpace === 'deleted' || word.end - word.start === word.text.length) return false
    let start = word.start
    while (!isWhiteSpace(this.text[start])) start++
    let end = start
    while (isWhiteSpace(this.text[end])) end++
    const message = `White space inside \`${shorten(word.text)}\`.`
    this.report('white-space-inside', { start, end }, message, 'Remove it.', { text: '' })
    return true
  }

  /** Checks white space and characters of a plan or a value by policy (D2, D3). */
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

/** Shortens a text for a message. */
export function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 39)}…` : text
}

function shownCharacters(text: string): string {
  const visible = /^[\x21-\x7e]+$/.test(text)
  if (visible) return `\`${shorten(text)}\``
  return `\`${shorten(text)}\` (${Array.from(text.slice(0, 8), codePoint).join(' ')})`
}

function codePoint(char: string): string {
  return `U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
}
