import { expect, test } from 'vitest'
import { listSource, pendingSource, type TableSource } from '#components/data-table/table-source.ts'
import { MAX_JOB_TARGETS } from '#lib/hap/actions/job.ts'
import {
  emptySelection,
  formatSelection,
  ofSearch,
  parseSelection,
  rowsBetween,
  type SelectableRow,
  withoutRow,
  withRows,
} from './use-selection.ts'

const row = (name: string): SelectableRow => ({ key: `SecretBinding/garden/${name}`, kind: 'SecretBinding', name })
const rows = ['a', 'b', 'c', 'd'].map(row)
const source = listSource(rows, ({ key }) => key)
const at = (index: number) => ({ index, key: rows[index]?.key ?? '' })
const names = (found: readonly SelectableRow[] | null) => found?.map(({ name }) => name).join('') ?? null

test('selects rows once and deselects them one by one', () => {
  const two = withRows(withRows(emptySelection('x'), rows.slice(0, 2), at(1)), rows.slice(1, 2), at(1))
  expect([...two.chosen.values()]).toEqual([
    { kind: 'SecretBinding', name: 'a' },
    { kind: 'SecretBinding', name: 'b' },
  ])
  const one = withoutRow(two, at(0))
  expect([...one.chosen.keys()]).toEqual([at(1).key])
  expect(one.anchor).toEqual(at(0))
})

test('selects at most the maximum of one job', () => {
  const many = Array.from({ length: MAX_JOB_TARGETS + 1 }, (_, n) => row(`b-${n}`))
  expect(withRows(emptySelection(''), many, null).chosen.size).toBe(MAX_JOB_TARGETS)
})

test('starts an empty selection under another search', () => {
  const some = withRows(emptySelection('x'), rows, null)
  expect(ofSearch(some, 'x')).toBe(some)
  expect(ofSearch(some, 'y')).toEqual(emptySelection('y'))
})

test.each([
  [at(0), 2, 'abc'],
  [at(3), 1, 'bcd'],
  [at(2), 2, 'c'],
])('selects %s for a range from %j to %i', (from, to, expected) => {
  expect(names(rowsBetween(source, from, to))).toBe(expected)
})

test('returns no range when the list moved, shrank or is not loaded', () => {
  expect(
    rowsBetween(
      listSource([...rows].reverse(), ({ key }) => key),
      at(0),
      2,
    ),
  ).toBeNull()
  expect(
    rowsBetween(
      listSource(rows.slice(0, 2), ({ key }) => key),
      at(3),
      1,
    ),
  ).toBeNull()
  const partly: TableSource<SelectableRow> = {
    ...source,
    at: index => (index === 1 ? pendingSource<SelectableRow>(4).at(index) : source.at(index)),
  }
  expect(rowsBetween(partly, at(0), 2)).toBeNull()
})

const rowOfKind = (name: string, kind: SelectableRow['kind'] = 'CredentialsBinding'): SelectableRow => ({
  key: `${kind}/garden/${name}`,
  kind,
  name,
})
const some = [rowOfKind('a'), rowOfKind('a', 'SecretBinding'), rowOfKind('b.c')]
const many = Array.from({ length: 101 }, (_, n) => rowOfKind(`b-${n}`))

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
    withoutRow(withRows(emptySelection(''), [...many, rowOfKind('z')], null, true), {
      index: 0,
      key: rowOfKind('z').key,
    }),
    '',
  ],
])('formats the selection of %s', (_, state, expected) => {
  expect(formatSelection(state)).toBe(expected)
})

test.each([
  ['a,b.c', ['CredentialsBinding a', 'CredentialsBinding b.c']],
  ['SecretBinding/a', ['SecretBinding a']],
  ['*', ['CredentialsBinding a', 'SecretBinding a', 'CredentialsBinding b.c']],
  ['a,a,gone,<script>,Secret/a,', ['CredentialsBinding a']],
  ['x'.repeat(10_000), []],
])('%s names %j', (text, expected) => {
  const { chosen, q } = parseSelection(text, 'state:free', some)
  expect([...chosen.values()].map(({ kind, name }) => `${kind} ${name}`)).toEqual(expected)
  expect(q).toBe('state:free')
})

test('parsing and formatting a selection returns the same text', () => {
  for (const text of ['a,SecretBinding/a', 'b.c']) expect(formatSelection(parseSelection(text, '', some))).toBe(text)
  expect(formatSelection(parseSelection('*', '', many))).toBe('*')
})
