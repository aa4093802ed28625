import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keepOrder } from './use-stable-order.ts'

test.each([
  ['nothing changed', 'abc', 'abc', 'abc'],
  ['the others are sorted again', 'abc', 'cab', 'abc'],
  ['one is gone', 'abc', 'ca', 'ac'],
  ['one is new at the start', 'abc', 'xcab', 'xabc'],
  ['one is new after another', 'abc', 'caxb', 'axbc'],
  ['two are new in a row', 'ab', 'bxya', 'abxy'],
  ['all are new', 'ab', 'xy', 'xy'],
])('%s', (_, before, now, expected) => {
  expect(keepOrder([...before], [...now]).join('')).toBe(expected)
})

test('keeps every key once, and the order of remaining keys', () => {
  const keys = fc.uniqueArray(fc.constantFrom(...'abcdefgh'))
  fc.assert(
    fc.property(keys, keys, (before, now) => {
      const kept = keepOrder(before, now)
      expect([...kept].sort()).toEqual([...now].sort())
      expect(kept.filter(key => before.includes(key))).toEqual(before.filter(key => now.includes(key)))
    }),
  )
})
