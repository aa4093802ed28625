import { describe, expect, test } from 'vitest'
import { complete, exampleSearch } from './complete.ts'
import type { SearchField } from './field.ts'
import { parseSearch } from './parse.ts'

const FIELDS: readonly SearchField[] = [
  { name: 'state', kind: 'enum', values: ['free', 'dirty', 'claimed'], description: 'State of the binding' },
  { name: 'shoots', kind: 'number', description: 'Shoots on the account' },
  { name: 'pool', kind: 'enum', examples: ['aws', 'aws~eu'], description: 'Pool of the binding' },
  { name: 'action', kind: 'enum', examples: ['hold', 'change allowlist'], description: 'What was done' },
  { name: 'age', kind: 'number', units: { d: 1, y: 365 }, description: 'Age' },
  {
    name: 'outcome',
    kind: 'enum',
    values: ['accepted', 'not-done'],
    aliases: { Done: 'accepted', 'Not done': 'not-done' },
    description: 'Outcome',
  },
  { name: 'shared', kind: 'boolean', description: 'Used by many tenants' },
]

/** The text after each completion is applied. */
const outcomes = (text: string) => {
  const { range, options } = complete(text, FIELDS)
  return options.map(({ insert }) => text.slice(0, range.start) + insert + text.slice(range.end))
}

describe('completes the end of a text', () => {
  test.each([
    ['', ['state:', 'shoots:', 'pool:', 'action:', 'age:', 'outcome:', 'shared ']],
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
    ['outcome:do', ['outcome:accepted ']],
    ['outcome:not d', []],
    ['nothing:x', []],
    ['"st', []],
    ['state:free ', []],
  ])('%s', (text, expected) => {
    expect(outcomes(text)).toEqual(expected)
  })
})

test('a value is shown in its spelling on pages', () => {
  const { options } = complete('outcome:', FIELDS)
  expect(options.map(({ label, note }) => [label, note])).toEqual([
    ['accepted', 'Done'],
    ['not-done', null],
  ])
})

test('values show their field, and fields their description', () => {
  expect(complete('state:', FIELDS).field?.name).toBe('state')
  expect(complete('sta', FIELDS)).toMatchObject({
    field: null,
    options: [{ note: 'State of the binding, for example free' }],
  })
  const notes = ['sho', 'pool', 'age', 'shared'].map(text => complete(text, FIELDS).options[0]?.note)
  expect(notes).toEqual([
    'Shoots on the account, for example >5',
    'Pool of the binding, for example aws',
    'Age, for example >5y',
    'Used by many tenants',
  ])
})

describe('the example of a search', () => {
  const state: SearchField = { name: 'state', kind: 'enum', values: ['free'], description: '' }
  const action: SearchField = { name: 'action', kind: 'enum', examples: ['change allowlist'], description: '' }
  const open: SearchField = { name: 'pool', kind: 'enum', description: '' }
  const text: SearchField = { name: 'name', kind: 'text', description: '' }

  test.each([
    ['a state before other values', [text, open, action, state], 'state:free -action:"change allowlist"'],
    ['one field with values', [text, action], 'action:"change allowlist"'],
    ['no field with values', [text, open], ''],
  ])('with %s is valid', (_, fields, example) => {
    expect(exampleSearch(fields)).toBe(example)
    expect(parseSearch(example, fields).errors).toEqual([])
  })
})
