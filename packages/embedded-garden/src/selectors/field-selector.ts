import type { Stored } from '#embedded-garden/storage/stored.ts'
import { SelectorError } from './label-selector.ts'

interface FieldRequirement {
  readonly field: string
  readonly value: string
  readonly negated: boolean
}

/** A field selector; it matches when every requirement does. */
export type FieldSelector = readonly FieldRequirement[]

/** Parses `metadata.name=x,type!=y`. `supported`: fields of the kind besides name and namespace. Throws SelectorError. */
export function parseFieldSelector(text: string, supported: ReadonlySet<string>): FieldSelector {
  const requirements = splitTerms(text).map(parseTerm)
  for (const { field } of requirements)
    if (field !== 'metadata.name' && field !== 'metadata.namespace' && !supported.has(field))
      throw new SelectorError(`field label not supported: ${field}`)
  return requirements
}

export function matchesFields(selector: FieldSelector, stored: Stored): boolean {
  return selector.every(({ field, value, negated }) => (fieldOf(stored, field) === value) !== negated)
}

/** The only name that a selector matches, or "". Authorization treats it like a name in the path. */
export function selectedName(text: string): string {
  return /(?:^|,)metadata\.name==?([^,!=]+)(?:,|$)/.exec(text)?.[1] ?? ''
}

function fieldOf(stored: Stored, field: string): string {
  if (field === 'metadata.name') return stored.key.slice(stored.key.indexOf('/') + 1)
  if (field === 'metadata.namespace') return stored.key.slice(0, Math.max(0, stored.key.indexOf('/')))
  return stored.fields[field] ?? ''
}

/** Splits at commas; a backslash escapes the next character. */
function splitTerms(text: string): string[] {
  return (text.match(/(?:\\.|[^,\\])+/g) ?? []).map(term => term.trim()).filter(term => term !== '')
}

function parseTerm(term: string): FieldRequirement {
  const found = /^((?:\\.|[^=!\\])+)(==|!=|=)((?:\\.|[^\\])*)$/.exec(term)
  if (!found) throw new SelectorError(`invalid selector: '${term}'; can't understand '${term}'`)
  const [, field = '', operator, value = ''] = found
  return { field: unescaped(field), value: unescaped(value), negated: operator === '!=' }
}

function unescaped(text: string): string {
  return text.replaceAll(/\\(.)/g, '$1')
}
