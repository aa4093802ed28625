import { expect, test } from 'vitest'
import { listSource, pendingSource, type TableSource } from '#components/data-table/table-source.ts'
import { MAX_JOB_TARGETS } from '#lib/hap/actions/job.ts'
import { emptySelection, ofSearch, rowsBetween, type SelectableRow, withoutRow, withRows } from './selection-state.ts'

const row = (name: string): SelectableRow => ({ key: `SecretBinding/garden/${name}`, kind: 'SecretBinding', name })
const rows = ['a', 'b', 'c', 'd'].map(row)
const source = listSource(rows, ({ key }) => key)
const at = (index: number) => ({ index, key: rows[index]?.key ?? '' })
const names = (found: readonly SelectableRow[] | null) => found?.map(({ name }) => name).join('') ?? null

test('rows are chosen once, and taken back one by one', () => {
  const two = withRows(withRows(emptySelection('x'), rows.slice(0, 2), at(1)), rows.slice(1, 2), at(1))
  expect([...two.chosen.values()]).toEqual([
    { kind: 'SecretBinding', name: 'a' },
    { kind: 'SecretBinding', name: 'b' },
  ])
  const one = withoutRow(two, at(0))
  expect([...one.chosen.keys()]).toEqual([at(1).key])
  expect(one.anchor).toEqual(at(0))
})

test('no more are chosen than a job takes', () => {
  const many = Array.from({ length: MAX_JOB_TARGETS + 1 }, (_, n) => row(`b-${n}`))
  expect(withRows(emptySelection(''), many, null).chosen.size).toBe(MAX_JOB_TARGETS)
})

test('another search begins anew', () => {
  const some = withRows(emptySelection('x'), rows, null)
  expect(ofSearch(some, 'x')).toBe(some)
  expect(ofSearch(some, 'y')).toEqual(emptySelection('y'))
})

test.each([
  [at(0), 2, 'abc'],
  [at(3), 1, 'bcd'],
  [at(2), 2, 'c'],
])('a range from %j to %i is %s', (from, to, expected) => {
  expect(names(rowsBetween(source, from, to))).toBe(expected)
})

test('a range is not made of other rows, where the list has moved, is shorter now, or is not loaded', () => {
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
