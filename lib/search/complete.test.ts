import { describe, expect, test } from 'vitest'
import { completionsFor } from './complete.ts'
import type { SearchField } from './field.ts'

const FIELDS: readonly SearchField[] = [
  { name: 'state', kind: 'enum', values: ['free', 'dirty', 'claimed'], description: 'State of the binding' },
  { name: 'shoots', kind: 'number', description: 'Shoots on the account' },
  { name: 'pool', kind: 'enum', examples: ['aws', 'aws~eu'], description: 'Pool of the binding' },
  { name: 'action', kind: 'enum', examples: ['hold', 'change allowlist'], description: 'What was done' },
  { name: 'shared', kind: 'boolean', description: 'Used by many tenants' },
]

/** The text after each completion is taken. */
const outcomes = (text: string) => {
  const { range, options } = completionsFor(text, FIELDS)
  return options.map(({ insert }) => text.slice(0, range.start) + insert + text.slice(range.end))
}

describe('the end of a text can be completed', () => {
  test.each([
    ['', ['state:', 'shoots:', 'pool:', 'action:', 'shared ']],
    ['x ', []],
    ['s', ['state:', 'shoots:', 'shared ']],
    ['-SH', ['-shoots:', '-shared ']],
    ['type x st', ['type x state:']],
    ['state:', ['state:free ', 'state:dirty ', 'state:claimed ']],
    ['-state:d', ['-state:dirty ']],
    ['state:free,c', ['state:free,claimed ']],
    ['state:dirty', []],
    ['shared:', ['shared:true ', 'shared:false ']],
    ['shoots:', []],
    ['action:c', ['action:"change allowlist" ']],
    ['pool:aws', ['pool:aws~eu ']],
    ['nothing:x', []],
    ['"st', []],
    ['state:free ', []],
  ])('%s', (text, expected) => {
    expect(outcomes(text)).toEqual(expected)
  })
})

test('values name their field, fields say what they are', () => {
  expect(completionsFor('state:', FIELDS).field?.name).toBe('state')
  expect(completionsFor('sta', FIELDS)).toMatchObject({
    field: null,
    options: [{ note: 'State of the binding, as free' }],
  })
})
