import { suggestName } from '#lib/hap/suggest-name.ts'
import type { SearchField } from './field.ts'
import { parseNumberRange, parseTimeSpan } from './ranges.ts'
import type { SearchError, SearchErrorCode, Term, TextRange } from './term.ts'

/** Maximum length of a search. */
export const MAX_CHARACTERS = 2_000

/** Maximum number of terms, counting each value: every value is tested on every row, and by its own condition in the audit log. */
export const MAX_TERMS = 50

/** Any reference time validates a time. */
const ANY_TIME = 4e12

interface Search {
  /** Combined by AND. */
  readonly terms: readonly Term[]
  /** In the order of the text. A token with an error yields no term. */
  readonly errors: readonly SearchError[]
}

type Outcome = { term: Term } | { error: SearchError }

/**
 * Parses a search text over `fields`: free words, `field:value`, several values by comma, `-` excludes, quotes preserve blanks.
 * Never throws; time grows with the length of the text. A text over MAX_CHARACTERS or MAX_TERMS gives no terms and one error.
 */
export function parseSearch(text: string, fields: readonly SearchField[]): Search {
  if (text.length > MAX_CHARACTERS) return { terms: [], errors: [tooLong(text.length)] }
  const byName = new Map(fields.map(field => [field.name, field]))
  const terms: Term[] = []
  const errors: SearchError[] = []
  const tokens = tokenize(text)
  const count = tokens.reduce((sum, token) => sum + termsIn(token, byName), 0)
  if (count > MAX_TERMS) return { terms: [], errors: [tooMany(count, text.length)] }
  for (const token of tokens) {
    const outcome = read(token, byName)
    if ('term' in outcome) terms.push(outcome.term)
    else errors.push(outcome.error)
  }
  return { terms, errors }
}

/** Values of an enumeration count as one term: they are tested together. */
function termsIn({ field, values }: Token, fields: ReadonlyMap<string, SearchField>): number {
  return field !== null && fields.get(field)?.kind === 'enum' ? 1 : Math.max(1, values.length)
}

function read(token: Token, fields: ReadonlyMap<string, SearchField>): Outcome {
  const { negated, range } = token
  if (token.unclosed) return failed('unclosed-quote', 'A quote is not closed. Add " at its end.', range)
  if (token.field === null) return readWord(token, fields)
  const field = fields.get(token.field)
  if (!field) return unknownField(token.field, range, [...fields.keys()])
  if (token.values.length === 0)
    return failed('missing-value', `${field.name}: needs a value, for example ${exampleOf(field)}.`, range)
  if (field.kind === 'number') return readNumbers(token, field)
  if (field.kind === 'boolean') return readBoolean(token, field)
  if (field.kind === 'time') return readTimes(token, field)
  const texts = token.values.map(value => value.text)
  if (field.kind === 'text') return { term: { kind: 'text', field: field.name, negated, range, values: texts } }
  const aliases = new Map(Object.entries(field.aliases ?? {}).map(([alias, value]) => [alias.toLowerCase(), value]))
  const known = field.values && [...field.values, ...aliases.keys()]
  const strange = known && texts.find(text => !known.some(value => folds(value, text)))
  if (strange !== undefined)
    return failed(
      'unknown-value',
      `Unknown ${field.name} ${quoteShort(strange)}.${suggestion(strange, known ?? [])} Possible values: ${field.values?.join(', ')}.`,
      range,
    )
  const values = texts.map(text => aliases.get(text.toLowerCase()) ?? text)
  return { term: { kind: 'enum', field: field.name, negated, range, values } }
}

function readWord({ negated, range, values }: Token, fields: ReadonlyMap<string, SearchField>): Outcome {
  const [word] = values
  if (!word) return failed('missing-value', 'The quotes are empty.', range)
  const flag = word.quoted ? undefined : fields.get(word.text.toLowerCase())
  if (flag?.kind === 'boolean') return { term: { kind: 'boolean', field: flag.name, negated, range, value: true } }
  return { term: { kind: 'word', negated, range, text: word.text, quoted: word.quoted } }
}

function readNumbers({ negated, range, values }: Token, field: SearchField): Outcome {
  const ranges = []
  for (const { text } of values) {
    const found = parseNumberRange(text, field.units)
    if (!found)
      return failed(
        'not-a-number',
        `${quoteShort(text)} is not a number or range. Write ${field.name}:5, ${field.name}:>5 or ${field.name}:5..9.`,
        range,
      )
    ranges.push(found)
  }
  const units = field.units && { units: field.units }
  return { term: { kind: 'number', field: field.name, negated, range, values: ranges, ...units } }
}

function readBoolean({ negated, range, values }: Token, field: SearchField): Outcome {
  const text = values[0]?.text.toLowerCase()
  if (values.length === 1 && (text === 'true' || text === 'false'))
    return { term: { kind: 'boolean', field: field.name, negated, range, value: text === 'true' } }
  return failed(
    'not-a-boolean',
    `${field.name} must be true or false. Write ${field.name}:true or -${field.name}.`,
    range,
  )
}

function readTimes({ negated, range, values }: Token, field: SearchField): Outcome {
  const texts = values.map(({ text }) => text)
  const strange = texts.find(text => parseTimeSpan(text, ANY_TIME) === null)
  if (strange === undefined) return { term: { kind: 'time', field: field.name, negated, range, values: texts } }
  return failed(
    'not-a-time',
    `${quoteShort(strange)} is not a time. Write ${field.name}:2026-11-21, ${field.name}:2026-11-21T10..2026-11-21T12 (UTC) or ${field.name}:24h.`,
    range,
  )
}

function unknownField(name: string, range: TextRange, names: readonly string[]): Outcome {
  const quoted = name.length > 40 ? `${name.slice(0, 40)}…` : name
  return failed(
    'unknown-field',
    `Unknown field ${quoted}.${suggestion(name, names)} Fields: ${[...names].sort().join(', ')}.`,
    range,
  )
}

function suggestion(name: string, names: readonly string[]): string {
  const near = suggestName(name, names)
  return near ? ` Did you mean ${near}?` : ''
}

function tooLong(length: number): SearchError {
  const count = (value: number) => value.toLocaleString('en')
  return {
    code: 'too-long',
    message: `The search has ${count(length)} characters; the maximum is ${count(MAX_CHARACTERS)}. Shorten it.`,
    range: { start: 0, end: length },
  }
}

function tooMany(terms: number, length: number): SearchError {
  return {
    code: 'too-many-terms',
    message: `The search has ${terms} terms; the maximum is ${MAX_TERMS}. Remove some.`,
    range: { start: 0, end: length },
  }
}

function failed(code: SearchErrorCode, message: string, range: TextRange): Outcome {
  return { error: { code, message, range } }
}

function exampleOf(field: SearchField): string {
  if (field.kind === 'number') return `${field.name}:>5`
  if (field.kind === 'boolean') return `${field.name}:true`
  return `${field.name}:${(field.values ?? field.examples)?.[0] ?? 'abc'}`
}

function quoteShort(text: string): string {
  return text.length > 40 ? `"${text.slice(0, 40)}…"` : `"${text}"`
}

function folds(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase()
}

/** A value of a token; quoted values are never a field, a number or a flag. */
interface TokenValue {
  readonly text: string
  readonly quoted: boolean
}

/** A blank-separated token: `-`, an optional `field:`, and comma-separated values. */
interface Token {
  readonly negated: boolean
  /** Lower case; null for a free word. */
  readonly field: string | null
  readonly values: readonly TokenValue[]
  readonly range: TextRange
  /** Whether a quote is not closed. */
  readonly unclosed: boolean
}

const FIELD = /[A-Za-z][A-Za-z0-9-]*:/y

/** Splits a search text into tokens. Never throws. */
function tokenize(text: string): Token[] {
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
