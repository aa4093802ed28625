import { describe, expect, test } from 'vitest'
import { extended, heldSource, snapshotOf } from './held-rows.ts'
import { listSource, type TableSource } from './table-source.ts'

interface Row {
  readonly key: string
  readonly says: string
}

const list = (keys: string, says = 'old') => listSource(rowsOf(keys, says), ({ key }) => key)

/** The part of a list of letters that is loaded. */
function part(keys: string, first: number, end: number, says = 'old'): TableSource<Row> {
  const source = list(keys, says)
  const at = (index: number) =>
    index >= first && index < end ? source.at(index) : ({ kind: 'pending', key: `pending-${index}` } as const)
  return { ...source, at, loaded: { first, end: Math.min(end, keys.length) } }
}

function rowsOf(keys: string, says: string): readonly Row[] {
  return [...keys].map(key => ({ key, says }))
}

/** Keys in order; one that is gone in brackets, one that is not loaded as a dot. */
function shown(source: TableSource<Row>): string {
  return Array.from({ length: source.count }, (_, index) => source.at(index))
    .map(item => (item.kind !== 'row' ? '.' : item.gone ? `(${item.key})` : item.key))
    .join('')
}

describe('held rows stay where they are', () => {
  test.each([
    ['abcd', 'abcd', 'abcd', 0],
    ['abcd', 'xabcd', 'abcd', 1],
    ['abcd', 'acd', 'a(b)cd', 1],
    ['abcd', 'dcba', 'abcd', 3],
    ['abcd', '', '(a)(b)(c)(d)', 4],
    ['abcd', 'abcdxy', 'abcd', 2],
    ['', 'ab', 'ab', 0],
  ])('%j becomes %j', (before, now, expected, waiting) => {
    const held = heldSource(snapshotOf(list(before), 'all'), list(now))
    expect(shown(held.source)).toBe(expected)
    expect(held.waiting).toBe(waiting)
  })
})

test('what a held row says is of now', () => {
  const { source } = heldSource(snapshotOf(list('ab'), 'all'), list('xba', 'new'))
  expect(source.at(0)).toMatchObject({ key: 'a', row: { says: 'new' } })
})

describe('of a list that is read part by part', () => {
  const held = snapshotOf(part('abcdefgh', 0, 4), 'all')

  test('parts that are read later are held from then on', () => {
    const later = extended(held, part('xabcdefgh', 4, 8))
    expect(shown(heldSource(later, part('xabcdefgh', 4, 8)).source)).toBe('abcddefg.')
    expect(extended(later, part('xabcdefgh', 4, 8))).toBe(later)
  })

  test('a row that came before the part in sight is no change in it', () => {
    const middle = snapshotOf(part('abcdefgh', 2, 6), 'all')
    expect(heldSource(middle, part('xabcdefgh', 2, 6)).waiting).toBe(0)
  })

  test('a row that goes out of the part in sight is marked', () => {
    const now = heldSource(held, part('abdefgh', 0, 4))
    expect(shown(now.source)).toBe('ab(c)d...')
    expect(now.waiting).toBe(1)
  })

  test('while nothing of it is read, nothing is said of it', () => {
    expect(heldSource(held, part('abcdefgh', 4, 4)).waiting).toBe(0)
  })

  test('a list whose end is held stays as long as it was', () => {
    const whole = snapshotOf(part('abcdef', 0, 6), 'all')
    expect(shown(heldSource(whole, part('abcd', 0, 4)).source)).toBe('abcd(e)(f)')
    expect(shown(heldSource(whole, part('abcdefgh', 0, 8)).source)).toBe('abcdef')
  })
})
