import { describe, expect, test } from 'vitest'
import { compareRows, extendSnapshot, heldSource, takeSnapshot } from './held-rows.ts'
import { listSource, type TableSource } from './table-source.ts'

interface Row {
  readonly key: string
  readonly says: string
}

const list = (keys: string, says = 'old') => listSource(rowsOf(keys, says), ({ key }) => key)

/** The loaded part of a list of letters. */
function part(keys: string, first: number, end: number, says = 'old'): TableSource<Row> {
  const source = list(keys, says)
  const at = (index: number) =>
    index >= first && index < end ? source.at(index) : ({ kind: 'pending', key: `pending-${index}` } as const)
  return { ...source, at, loaded: { first, end: Math.min(end, keys.length) } }
}

function rowsOf(keys: string, says: string): readonly Row[] {
  return [...keys].map(key => ({ key, says }))
}

/** Keys in order; a deleted one in brackets, one that is not loaded as a dot. */
function shown(source: TableSource<Row>): string {
  return Array.from({ length: source.count }, (_, index) => source.at(index))
    .map(item => (item.kind !== 'row' ? '.' : item.gone ? `(${item.key})` : item.key))
    .join('')
}

describe('held rows keep their positions', () => {
  test.each([
    ['abcd', 'abcd', 'abcd', 0],
    ['abcd', 'xabcd', 'abcd', 1],
    ['abcd', 'acd', 'a(b)cd', 1],
    ['abcd', 'dcba', 'abcd', 3],
    ['abcd', '', '(a)(b)(c)(d)', 4],
    ['abcd', 'abcdxy', 'abcd', 2],
    ['', 'ab', 'ab', 0],
  ])('%j becomes %j', (before, now, expected, waiting) => {
    const held = heldSource(takeSnapshot(list(before), 'all'), list(now))
    expect(shown(held.source)).toBe(expected)
    expect(held.waiting).toBe(waiting)
  })
})

test('a held row shows current data', () => {
  const { source } = heldSource(takeSnapshot(list('ab'), 'all'), list('xba', 'new'))
  expect(source.at(0)).toMatchObject({ key: 'a', row: { says: 'new' } })
})

describe('in a list that loads page by page', () => {
  const held = takeSnapshot(part('abcdefgh', 0, 4), 'all')

  test('holds pages that are loaded later', () => {
    const later = extendSnapshot(held, part('xabcdefgh', 4, 8))
    expect(shown(heldSource(later, part('xabcdefgh', 4, 8)).source)).toBe('abcddefg.')
    expect(extendSnapshot(later, part('xabcdefgh', 4, 8))).toBe(later)
  })

  test('ignores a row inserted before the loaded range', () => {
    const middle = takeSnapshot(part('abcdefgh', 2, 6), 'all')
    expect(heldSource(middle, part('xabcdefgh', 2, 6)).waiting).toBe(0)
  })

  test('marks a row deleted from the loaded range', () => {
    const now = heldSource(held, part('abdefgh', 0, 4))
    expect(shown(now.source)).toBe('ab(c)d...')
    expect(now.waiting).toBe(1)
  })

  test('reports no change while nothing is loaded', () => {
    expect(heldSource(held, part('abcdefgh', 4, 4)).waiting).toBe(0)
  })

  test('keeps the length of a list whose end is held', () => {
    const whole = takeSnapshot(part('abcdef', 0, 6), 'all')
    expect(shown(heldSource(whole, part('abcd', 0, 4)).source)).toBe('abcd(e)(f)')
    expect(shown(heldSource(whole, part('abcdefgh', 0, 8)).source)).toBe('abcdef')
  })
})

const WHOLE = { start: true, end: true }
const FIRST = { start: true, end: false }
const MIDDLE = { start: false, end: false }

test.each([
  ['nothing', 'abcd', 'abcd', WHOLE, '', 0],
  ['one comes', 'abcd', 'abxcd', WHOLE, '', 1],
  ['one goes', 'abcd', 'abd', WHOLE, 'c', 1],
  ['the first and the last go', 'abcd', 'bc', WHOLE, 'ad', 2],
  ['all are others', 'abcd', 'xyz', WHOLE, 'abcd', 7],
  ['all are gone', 'abcd', '', WHOLE, 'abcd', 4],
  ['there were none', '', 'abcd', WHOLE, '', 4],
  ['one moves', 'abcd', 'acdb', WHOLE, '', 1],
  ['the order is turned', 'abcd', 'dcba', WHOLE, '', 3],
  ['one comes and pushes the last one out', 'abcd', 'xabc', FIRST, '', 1],
  ['one goes and another comes after the last one', 'abcd', 'abde', FIRST, 'c', 1],
  ['one came before the part', 'abcd', 'zabc', MIDDLE, '', 0],
  ['one went before the part', 'abcd', 'bcde', MIDDLE, '', 0],
  ['one came before the part and one in it', 'abcdef', 'zabxcd', MIDDLE, '', 1],
  ['none of the part is known', 'abcd', 'wxyz', MIDDLE, '', 0],
])('%s', (_, before, now, ends, gone, changes) => {
  const difference = compareRows([...before], [...now], ends)
  expect([...difference.gone].join('')).toBe(gone)
  expect(difference.changes).toBe(changes)
})
