import type { Policy } from '../semantics.ts'
import { type Diagnostic, type DiagnosticCode, diagnostic, type TextRange } from './diagnostic.ts'
import type { InputAttributeName } from './rule.ts'

/** A name as written: its text without white space, and the columns it spans in the rule text, the end excluded. */
export interface Word {
  readonly text: string
  readonly start: number
  readonly end: number
}

export interface InputAttribute {
  readonly key: Word
  readonly value: Word
}

/** What was read of one rule text; parts that could not be read are missing. */
export interface RuleSyntax {
  readonly text: string
  readonly plan: Word | null
  readonly inputs: readonly InputAttribute[]
  readonly arrow: { readonly start: number; readonly end: number } | null
  readonly outputs: readonly Word[]
}

/** The value given to an input attribute, or null. */
export function inputValue(syntax: RuleSyntax, key: InputAttributeName): string | null {
  return syntax.inputs.find(input => input.key.text === key)?.value.text ?? null
}

/** Columns of a rule text, the end excluded. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** What KEB deletes before it reads a rule: space, tab, line feed, form feed, carriage return; a no-break space stays (KEB). */
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

/** Whether there is nothing but white space. */
export function isBlank(text: string, span: Span): boolean {
  const { start, end } = trim(text, span)
  return start === end
}

/** The span without the white space around it, as a word without the white space inside it. */
export function readWord(text: string, span: Span): Word {
  const { start, end } = trim(text, span)
  return { text: withoutWhiteSpace(text.slice(start, end)), start, end }
}

/** To look costs less than to replace, and hardly a word has any. */
function withoutWhiteSpace(text: string): string {
  for (let at = 0; at < text.length; at++) {
    if (isWhiteSpace(text[at])) return text.replace(WHITE_SPACE_RUN, '')
  }
  return text
}

/** Where a character first stands in a span; the end of the span where it does not. */
export function placeOf(text: string, char: string, { start, end }: Span): number {
  const at = text.indexOf(char, start)
  return at === -1 || at > end ? end : at
}

export function split(text: string, char: string, span: Span): readonly Span[] {
  let end = placeOf(text, char, span)
  if (end === span.end) return [span]
  const parts: Span[] = []
  let { start } = span
  while (end < span.end) {
    parts.push({ start, end })
    start = end + 1
    end = placeOf(text, char, { start, end: span.end })
  }
  parts.push({ start, end })
  return parts
}

/** The first `->` from a column on, also with white space between the two characters, as KEB sees it once white space is deleted. */
export function findArrow(text: string, from: number): Span | null {
  for (let start = text.indexOf('-', from); start !== -1; start = text.indexOf('-', start + 1)) {
    let head = start + 1
    while (isWhiteSpace(text[head])) head++
    if (text[head] === '>') return { start, end: head + 1 }
  }
  return null
}

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
