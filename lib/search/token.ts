import type { TextRange } from './term.ts'

/** One value of a token; quoted values are never taken for a field, a number or a flag. */
interface TokenValue {
  readonly text: string
  readonly quoted: boolean
}

/** One blank-separated piece: `-`, an optional `field:`, and values separated by commas. */
export interface Token {
  readonly negated: boolean
  /** Lower case; null for a free word. */
  readonly field: string | null
  readonly values: readonly TokenValue[]
  readonly range: TextRange
  /** A quote was opened and never closed. */
  readonly unclosed: boolean
}

const FIELD = /[A-Za-z][A-Za-z0-9-]*:/y

/** Splits a search text into its pieces, each read once. Never fails. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  let at = 0
  for (;;) {
    while (at < text.length && isBlank(text, at)) at++
    if (at >= text.length) return tokens
    const token = readToken(text, at)
    tokens.push(token)
    at = token.range.end
  }
}

function readToken(text: string, start: number): Token {
  let at = start
  const negated = text[at] === '-' && at + 1 < text.length && !isBlank(text, at + 1)
  if (negated) at++
  FIELD.lastIndex = at
  const field = FIELD.exec(text)?.[0] ?? null
  if (field !== null) at += field.length
  const { values, end, unclosed } = readValues(text, at, field !== null)
  return {
    negated,
    field: field === null ? null : field.slice(0, -1).toLowerCase(),
    values,
    range: { start, end },
    unclosed,
  }
}

function readValues(
  text: string,
  start: number,
  split: boolean,
): { values: TokenValue[]; end: number; unclosed: boolean } {
  const values: TokenValue[] = []
  let at = start
  for (;;) {
    const value = text[at] === '"' ? readQuoted(text, at) : readPlain(text, at, split)
    if (value.text !== '') values.push({ text: value.text, quoted: value.quoted })
    at = value.end
    if (value.unclosed) return { values, end: at, unclosed: true }
    if (!split || text[at] !== ',') return { values, end: at, unclosed: false }
    at++
  }
}

interface ReadValue extends TokenValue {
  readonly end: number
  readonly unclosed: boolean
}

function readQuoted(text: string, start: number): ReadValue {
  let value = ''
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at]
    if (character === '"') return { text: value, quoted: true, end: at + 1, unclosed: false }
    if (character === '\\' && (text[at + 1] === '"' || text[at + 1] === '\\')) at++
    value += text[at]
  }
  return { text: value, quoted: true, end: text.length, unclosed: true }
}

function readPlain(text: string, start: number, split: boolean): ReadValue {
  let at = start
  while (at < text.length && !isBlank(text, at) && !(split && text[at] === ',')) at++
  return { text: text.slice(start, at), quoted: false, end: at, unclosed: false }
}

function isBlank(text: string, at: number): boolean {
  return /\s/.test(text[at] ?? '')
}
