import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isExhausted, parsePoolKey, poolKey } from './pool.ts'

const types = fc.stringMatching(/^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/)

test('the key of a pool parses back to it', () => {
  fc.assert(
    fc.property(fc.record({ hyperscalerType: types, euAccess: fc.boolean(), shared: fc.boolean() }), pool => {
      expect(parsePoolKey(poolKey(pool))).toEqual(pool)
    }),
  )
})

test.each(['', '~eu', 'aws_cf-*', 'aws~', 'aws~shared~eu', 'aws~eu~eu', 'aws~eu~x', 'aws_', 'a'.repeat(64)])(
  '%s is not a key',
  key => {
    expect(parsePoolKey(key)).toBeNull()
  },
)

test.each([
  [3, 'exhausted', null, true],
  [0, 'only-queue', 1, true],
  [0, 'no-binding', 2, true],
  [0, 'no-binding', 0, false],
  [0, 'no-binding', null, false],
  [3, null, 5, false],
])('with %i accounts, the problem %s and %s waiting claims: %s', (accounts, problem, waiting, exhausted) => {
  expect(isExhausted({ accounts, problem, waiting })).toBe(exhausted)
})
