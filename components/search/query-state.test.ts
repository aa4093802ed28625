import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SearchField } from '#lib/search/field.ts'
import { formatTerm } from '#lib/search/format.ts'
import { createMatcher } from '#lib/search/match.ts'
import { parseSearch } from '#lib/search/parse.ts'
import { boxErrors, draftErrors, liveText, openQuery, queryText, reopenLast, typed } from './query-state.ts'

const FIELDS: readonly SearchField[] = [
  { name: 'name', kind: 'text', description: 'Name' },
  { name: 'state', kind: 'enum', values: ['free', 'dirty'], description: 'State' },
  { name: 'shared', kind: 'boolean', description: 'Shared' },
]

const seen = (text: string) => {
  const { chips, draft } = openQuery(text, FIELDS)
  return { chips: chips.map(formatTerm), draft }
}

test.each([
  ['', [], ''],
  ['eu state:dirty west', ['state:dirty'], 'eu west'],
  ['state:dirty -shared', ['state:dirty', '-shared'], ''],
  ['state:dirty stat:x "a b"', ['state:dirty'], 'stat:x "a b"'],
])('a box opened with "%s" shows its field terms as chips', (text, chips, draft) => {
  expect(seen(text)).toEqual({ chips, draft })
})

describe('typing', () => {
  const type = (text: string) =>
    [...text].reduce((state, letter) => typed(state, state.draft + letter, FIELDS), openQuery('', FIELDS))

  test('makes a chip of a term as soon as a blank ends it', () => {
    expect(type('state:dirty').chips).toEqual([])
    expect(type('state:dirty ').chips.map(formatTerm)).toEqual(['state:dirty'])
    expect(type('state:dirty ').draft).toBe('')
  })

  test('keeps words and wrong terms as text', () => {
    expect(type('eu stat:x ')).toMatchObject({ chips: [], draft: 'eu stat:x ' })
  })

  test('searches for complete terms only', () => {
    expect(liveText(type('eu state:di'), FIELDS)).toBe('eu')
    expect(liveText(type('eu state:dirty'), FIELDS)).toBe('eu state:dirty')
    expect(queryText(type('eu state:di'))).toBe('eu state:di')
  })

  test('shows no error before a term is complete', () => {
    expect(draftErrors('eu state:di', FIELDS, true)).toEqual([])
    expect(draftErrors('eu state:di', FIELDS, false)).toHaveLength(1)
    expect(draftErrors('state:di eu', FIELDS, true)).toHaveLength(1)
    expect(draftErrors('x'.repeat(3_000), FIELDS, true)).toHaveLength(1)
  })

  test('shows an error immediately for more terms than the maximum, including chips', () => {
    const chips = type('state:dirty '.repeat(50))
    expect(boxErrors(chips, FIELDS, true)).toEqual([])
    expect(boxErrors(typed(chips, 'x', FIELDS), FIELDS, true)).toMatchObject([{ code: 'too-many-terms' }])
    expect(boxErrors(openQuery('x '.repeat(51), FIELDS), FIELDS, true)).toMatchObject([{ code: 'too-many-terms' }])
    expect(boxErrors(type('eu state:di'), FIELDS, true)).toEqual([])
  })
})

test('Backspace before the text moves the last chip into it', () => {
  const state = openQuery('state:dirty -shared eu', FIELDS)
  expect(reopenLast(state)).toMatchObject({ draft: '-shared eu' })
  expect(queryText(reopenLast(state))).toBe('state:dirty -shared eu')
  expect(reopenLast(openQuery('eu', FIELDS))).toEqual(openQuery('eu', FIELDS))
})

test('a text keeps its meaning in the box', () => {
  const piece = fc.constantFrom(
    'eu',
    'state:dirty',
    '-state:free',
    'shared',
    '-shared',
    'name:a',
    '"two words"',
    'stat:x',
    '-x',
  )
  const row = fc.record({
    name: fc.constantFrom('eu', 'a', 'two words', 'x'),
    state: fc.constantFrom('free', 'dirty'),
    shared: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 6 }), row, (pieces, values) => {
      const read = (name: string) => (values as Record<string, string | boolean>)[name] ?? null
      const test = (text: string) => createMatcher(parseSearch(text, FIELDS).terms, FIELDS)(read)
      const text = pieces.join(' ')
      expect(test(queryText(openQuery(text, FIELDS)))).toBe(test(text))
    }),
  )
})
