import { expect, test } from 'vitest'
import { selectionOf, selectionText } from './selection-address.ts'
import { emptySelection, type SelectableRow, withoutRow, withRows } from './selection-state.ts'

const row = (name: string, kind: SelectableRow['kind'] = 'CredentialsBinding'): SelectableRow => ({
  key: `${kind}/garden/${name}`,
  kind,
  name,
})
const some = [row('a'), row('a', 'SecretBinding'), row('b.c')]
const many = Array.from({ length: 101 }, (_, n) => row(`b-${n}`))

test.each([
  ['nothing', emptySelection(''), ''],
  [
    'names, with the kind where it is not the usual one',
    withRows(emptySelection(''), some, null),
    'a,SecretBinding/a,b.c',
  ],
  [
    'as many as can be named',
    withRows(emptySelection(''), many.slice(1), null),
    many
      .slice(1)
      .map(({ name }) => name)
      .join(),
  ],
  ['more than can be named', withRows(emptySelection(''), many, null), ''],
  ['all that match', withRows(emptySelection(''), many, null, true), '*'],
  [
    'all but one',
    withoutRow(withRows(emptySelection(''), [...many, row('z')], null, true), { index: 0, key: row('z').key }),
    '',
  ],
])('the text of %s', (_, state, expected) => {
  expect(selectionText(state)).toBe(expected)
})

test.each([
  ['a,b.c', ['CredentialsBinding a', 'CredentialsBinding b.c']],
  ['SecretBinding/a', ['SecretBinding a']],
  ['*', ['CredentialsBinding a', 'SecretBinding a', 'CredentialsBinding b.c']],
  ['a,a,gone,<script>,Secret/a,', ['CredentialsBinding a']],
  ['x'.repeat(10_000), []],
])('%s names %j', (text, expected) => {
  const { chosen, q } = selectionOf(text, 'state:free', some)
  expect([...chosen.values()].map(({ kind, name }) => `${kind} ${name}`)).toEqual(expected)
  expect(q).toBe('state:free')
})

test('what a text names has this text again', () => {
  for (const text of ['a,SecretBinding/a', 'b.c']) expect(selectionText(selectionOf(text, '', some))).toBe(text)
  expect(selectionText(selectionOf('*', '', many))).toBe('*')
})
