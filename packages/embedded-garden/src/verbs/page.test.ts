import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ApiError } from '#embedded-garden/http/status.ts'
import { decodeContinuation, encodeContinuation } from './page.ts'

test('a token is parsed as it was made', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1, max: 2 ** 40 }),
      fc.string({ minLength: 1, unit: 'grapheme' }),
      (revision, start) => {
        expect(decodeContinuation(encodeContinuation({ revision, start }))).toEqual({ revision, start })
      },
    ),
  )
})

test('a token needs no escaping in an address', () => {
  expect(encodeContinuation({ revision: 4711, start: 'garden-x/ä?&=\0' })).toMatch(/^[\w-]+$/)
})

test('anything else is refused with 400', () => {
  const others = [
    'abc',
    '',
    'bm8ganNvbg',
    btoa('{"v":"v1","rv":1,"start":"a"}'),
    btoa('{"v":"meta.k8s.io/v1","rv":1.5,"start":"a"}'),
    btoa('{"v":"meta.k8s.io/v1","rv":1,"start":""}'),
    btoa('null'),
  ]
  for (const text of others) expect(() => decodeContinuation(text), text).toThrow(ApiError)
})
