import { expect, test } from 'vitest'
import { exhaustedInWords, poolCount, rowsInWords, withoutPool } from './pool-count.ts'

const POOL = { problem: null }
const RULE = { problem: 'no-binding' } as const
const QUEUE = { problem: 'only-queue' } as const

test('rows are pools or rules without one, and both are told', () => {
  expect([poolCount([POOL, POOL]), withoutPool([POOL, POOL])]).toEqual(['2 pools', null])
  expect([poolCount([RULE, POOL]), withoutPool([RULE, POOL])]).toEqual(['1 pool, 1 missing', '1 rule without pool'])
  expect([poolCount([QUEUE, POOL]), withoutPool([QUEUE, POOL])]).toEqual(['1 pool, 1 missing', '1 queue without pool'])
  expect(withoutPool([QUEUE, RULE])).toBe('1 rule without pool, 1 queue without pool')
  expect([poolCount([RULE, RULE]), withoutPool([RULE, RULE])]).toEqual(['0 pools, 2 missing', '2 rules without pool'])
})

test.each([
  [[], '0 pools', '0 pools exhausted'],
  [[POOL], '1 pool', '1 pool exhausted'],
  [[QUEUE], '1 queue without pool', '1 queue without pool'],
  [[POOL, RULE, POOL], '2 pools, 1 rule without pool', '2 pools exhausted, 1 rule without pool'],
])('whatever is shown is told, also where no row is a pool: %j', (rows, words, exhausted) => {
  expect([rowsInWords(rows), exhaustedInWords(rows)]).toEqual([words, exhausted])
})
