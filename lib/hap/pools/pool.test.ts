import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parsePoolKey, poolKey } from './pool.ts'

const types = fc.stringMatching(/^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/)

test('the key of a pool leads back to it', () => {
  fc.assert(
    fc.property(fc.record({ hyperscalerType: types, euAccess: fc.boolean(), shared: fc.boolean() }), pool => {
      expect(parsePoolKey(poolKey(pool))).toEqual(pool)
    }),
  )
})

test.each(['', '~eu', 'aws_cf-*', 'aws~', 'aws~shared~eu', 'aws~eu~eu', 'aws~eu~x', 'aws_', 'a'.repeat(64)])(
  '%s is no key',
  key => {
    expect(parsePoolKey(key)).toBeNull()
  },
)
