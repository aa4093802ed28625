import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseTimeSpan } from './ranges.ts'

const NOW = Date.parse('2026-11-21T12:00:00.000Z')
const at = (time: number) => (Number.isFinite(time) ? new Date(time).toISOString().replace(/:00\.000Z$/, 'Z') : '')
const words = (text: string) => {
  const span = parseTimeSpan(text, NOW)
  return span && `${at(span.from)}/${at(span.to)}`
}

test.each([
  ['2026-11', '2026-11-01T00:00Z/2026-12-01T00:00Z'],
  ['2026-12', '2026-12-01T00:00Z/2027-01-01T00:00Z'],
  ['2026-11-21', '2026-11-21T00:00Z/2026-11-22T00:00Z'],
  ['2026-11-21T10', '2026-11-21T10:00Z/2026-11-21T11:00Z'],
  ['2026-11-21t23:59z', '2026-11-21T23:59Z/2026-11-22T00:00Z'],
  ['2026-11-21T10:30:07Z', '2026-11-21T10:30:07.000Z/2026-11-21T10:30:08.000Z'],
  ['2026-11-21T10:30:07.999Z', '2026-11-21T10:30:07.999Z/2026-11-21T10:30:08.000Z'],
  ['>2026-11-21', '2026-11-22T00:00Z/'],
  ['>=2026-11-21', '2026-11-21T00:00Z/'],
  ['<2026-11-21', '/2026-11-21T00:00Z'],
  ['<=2026-11-21', '/2026-11-22T00:00Z'],
  ['2026-11-20..2026-11-21', '2026-11-20T00:00Z/2026-11-22T00:00Z'],
  ['2026-11-20..', '2026-11-20T00:00Z/'],
  ['..2026-11-20', '/2026-11-21T00:00Z'],
  ['24h', '2026-11-20T12:00Z/'],
  ['<7d', '/2026-11-14T12:00Z'],
  ['2h..30m', '2026-11-21T10:00Z/2026-11-21T11:30Z'],
  ['9999y', '1970-01-01T00:00Z/'],
])('%s', (text, expected) => {
  expect(words(text)).toBe(expected)
})

test.each([
  '',
  '..',
  'yesterday',
  '24',
  '2026',
  '2026-13',
  '2026-02-30',
  '2026-11-21T24',
  '0001-01-01',
  '2026-11-21..2026-11-20',
  '>',
])('%j is not a time', text => {
  expect(parseTimeSpan(text, NOW)).toBeNull()
})

test('every time is in the span of its own text, in any precision', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4e12 }), fc.constantFrom(7, 10, 13, 16, 19, 23), (time, length) => {
      const span = parseTimeSpan(new Date(time).toISOString().slice(0, length), NOW)
      expect(span && span.from <= time && time < span.to).toBe(true)
    }),
  )
})
