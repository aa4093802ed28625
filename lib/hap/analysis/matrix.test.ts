import { describe, expect, test } from 'vitest'
import { formatFactors, parseMatrix, parseValues, reductionAdvice } from './matrix.ts'

const matrix = (texts: Partial<Record<Parameters<Parameters<typeof parseMatrix>[0]>[0], string>>) => {
  return parseMatrix(field => texts[field] ?? '')
}

const many = (count: number) => Array.from({ length: count }, (_, number) => `v${number}`).join(',')

test.each([
  ['', []],
  [' aws , gcp\n\nazure\taws ', ['aws', 'gcp', 'azure']],
  [',,', []],
])('%j has the values %j', (text, values) => {
  expect(parseValues(text)).toEqual(values)
})

test.each([
  [{}, ''],
  [{ plan: 'aws', globalAccount: 'a' }, ''],
  [{ plan: 'aws gcp', globalAccount: many(1_200) }, '2 plans × 1,200 global accounts'],
])('%j', (texts, factors) => {
  expect(formatFactors(matrix(texts))).toBe(factors)
})

describe('advice', () => {
  test.each([
    ['none for what is few enough', { plan: many(300), provider: many(100) }, null],
    [
      'to leave values out',
      { plan: many(10), hyperscalerRegion: many(4_000) },
      'Hyperscaler region has 4,000 values; the maximum is 3,000.',
    ],
    [
      'to leave all but one out',
      { plan: many(150), provider: many(151), platformRegion: many(200) },
      'Platform region has 200 values; the maximum is one.',
    ],
    [
      'to reduce several fields',
      { plan: many(200), provider: many(200), platformRegion: many(201) },
      'Platform region has 201 values; the maximum is one, and reduce another field as well.',
    ],
  ])('is %s', (_, texts, advice) => {
    expect(reductionAdvice(matrix(texts))).toBe(advice)
  })
})
