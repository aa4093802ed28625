import type { SearchField } from './field.ts'
import { formatValue } from './format.ts'
import { formatNumber, largestUnit } from './ranges.ts'
import type { TextRange } from './term.ts'

export interface Completion {
  /** Replaces `range` of the text. */
  readonly insert: string
  readonly label: string
  readonly note: string | null
}

export interface Completions {
  /** The field whose values these are, or null when they are fields. */
  readonly field: SearchField | null
  readonly range: TextRange
  readonly options: readonly Completion[]
}

const WORD = /\S*$/
const MAX_VALUES = 50

/** Completions at the end of `text`: all fields for an empty text, fields by prefix, and values of the field after a colon or comma. */
export function complete(text: string, fields: readonly SearchField[]): Completions {
  const word = WORD.exec(text)?.[0] ?? ''
  if (word.includes('"')) return { field: null, range: { start: text.length, end: text.length }, options: [] }
  const sign = word.startsWith('-') ? 1 : 0
  const colon = word.indexOf(':')
  if (colon < 0) return fieldCompletions(text, word.slice(sign), fields)
  const field = fields.find(({ name }) => name === word.slice(sign, colon).toLowerCase()) ?? null
  const prefix = word.slice(Math.max(colon, word.lastIndexOf(',')) + 1)
  const range = { start: text.length - prefix.length, end: text.length }
  return { field, range, options: field ? valuesOf(field, prefix) : [] }
}

/** A search with values of the list, such as `state:free -pool:aws`; empty without fields with values. */
export function exampleSearch(fields: readonly SearchField[]): string {
  const terms = fields.flatMap(({ name, kind, values, examples }) => {
    const [value] = values ?? examples ?? []
    return kind === 'enum' && value !== undefined ? [`${name}:${formatValue(value)}`] : []
  })
  const first = terms.find(term => term.startsWith('state:')) ?? terms[0]
  const other = terms.find(term => term !== first)
  return [first, other && `-${other}`].filter(term => term !== undefined).join(' ')
}

function fieldCompletions(text: string, prefix: string, fields: readonly SearchField[]): Completions {
  const range = { start: text.length - prefix.length, end: text.length }
  const wanted = prefix.toLowerCase()
  const options = fields
    .filter(({ name }) => (prefix !== '' || text === '') && name.startsWith(wanted))
    .map(field => ({
      insert: field.kind === 'boolean' ? `${field.name} ` : `${field.name}:`,
      label: field.kind === 'boolean' ? field.name : `${field.name}:`,
      note: describeField(field),
    }))
  return { field: null, range, options }
}

/** The description of a field with an example value, if its kind has one. */
function describeField({ kind, description, values, examples, units }: SearchField): string {
  const example = kind === 'number' ? `>${formatNumber(5 * largestUnit(units), units)}` : (values ?? examples)?.[0]
  return kind === 'boolean' || example === undefined ? description : `${description}, for example ${example}`
}

function valuesOf(field: SearchField, prefix: string): Completion[] {
  const values = field.kind === 'boolean' ? ['true', 'false'] : (field.values ?? field.examples ?? [])
  const wanted = prefix.toLowerCase()
  const otherwise = Object.entries(field.aliases ?? {})
  const spellings = (value: string) => [value, ...otherwise.filter(([, of]) => of === value).map(([alias]) => alias)]
  return values
    .filter(value => value !== prefix && spellings(value).some(each => each.toLowerCase().startsWith(wanted)))
    .slice(0, MAX_VALUES)
    .map(value => ({ insert: `${formatValue(value)} `, label: value, note: printedValue(spellings(value)) }))
}

/** The spelling of a value on pages, if it differs. */
function printedValue([value = '', ...aliases]: readonly string[]): string | null {
  return aliases.find(alias => alias.toLowerCase().replaceAll(' ', '-') !== value) ?? null
}
