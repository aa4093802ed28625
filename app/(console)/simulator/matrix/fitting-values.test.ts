import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseValues } from '#lib/hap/analysis/matrix.ts'
import { fittingValues, MOST_CHARACTERS } from './fitting-values.ts'

const FULL = Array.from({ length: 150 }, (_, place) => `cf-us${String(place).padStart(4, '0')}`).join(',')

test('what fits is taken as it is', () => {
  expect(fittingValues(' aws,  gcp ', '')).toEqual({ text: ' aws,  gcp ', left: 0 })
  expect(FULL).toHaveLength(MOST_CHARACTERS - 1)
  expect(fittingValues(`${FULL}x`, FULL)).toEqual({ text: `${FULL}x`, left: 0 })
})

test('of what is pasted whole values are taken, and the others are counted', () => {
  const { text, left } = fittingValues(`${FULL},cf-eu10,cf-eu11`, '')
  expect([text, left]).toEqual([FULL, 2])
})

test('a key stroke for which there is no room changes nothing', () => {
  expect(fittingValues(`${FULL}xy`, `${FULL}x`)).toEqual({ text: `${FULL}x`, left: 1 })
  expect(fittingValues('x'.repeat(MOST_CHARACTERS + 1), '')).toEqual({ text: '', left: 1 })
})

test('each value that is taken is one that was given', () => {
  const texts = fc.array(fc.string({ minLength: 1, maxLength: 60 }), { maxLength: 60 }).map(values => values.join(','))
  fc.assert(
    fc.property(texts, typed => {
      const { text, left } = fittingValues(typed, '')
      expect(text.length).toBeLessThanOrEqual(MOST_CHARACTERS)
      const given = parseValues(typed)
      expect(parseValues(text).every(value => given.includes(value))).toBe(true)
      if (left === 0) expect(text).toBe(typed)
    }),
  )
})
