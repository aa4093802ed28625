import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseValues } from '#lib/hap/analysis/matrix.ts'
import { fitValues, MAX_FIELD_LENGTH } from './matrix-form.tsx'

const FULL = Array.from({ length: 150 }, (_, place) => `cf-us${String(place).padStart(4, '0')}`).join(',')

test('returns a text within the limit unchanged', () => {
  expect(fitValues(' aws,  gcp ', '')).toEqual({ text: ' aws,  gcp ', dropped: 0 })
  expect(FULL).toHaveLength(MAX_FIELD_LENGTH - 1)
  expect(fitValues(`${FULL}x`, FULL)).toEqual({ text: `${FULL}x`, dropped: 0 })
})

test('truncates pasted text to complete values and counts the dropped ones', () => {
  const { text, dropped } = fitValues(`${FULL},cf-eu10,cf-eu11`, '')
  expect([text, dropped]).toEqual([FULL, 2])
})

test('preserves the previous text when a keystroke exceeds the limit', () => {
  expect(fitValues(`${FULL}xy`, `${FULL}x`)).toEqual({ text: `${FULL}x`, dropped: 1 })
  expect(fitValues('x'.repeat(MAX_FIELD_LENGTH + 1), '')).toEqual({ text: '', dropped: 1 })
})

test('returns only values of the input', () => {
  const texts = fc.array(fc.string({ minLength: 1, maxLength: 60 }), { maxLength: 60 }).map(values => values.join(','))
  fc.assert(
    fc.property(texts, typed => {
      const { text, dropped } = fitValues(typed, '')
      expect(text.length).toBeLessThanOrEqual(MAX_FIELD_LENGTH)
      const given = parseValues(typed)
      expect(parseValues(text).every(value => given.includes(value))).toBe(true)
      if (dropped === 0) expect(text).toBe(typed)
    }),
  )
})
