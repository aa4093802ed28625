import { expect, test } from 'vitest'
import { compareRows } from './compare-rows.ts'

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
