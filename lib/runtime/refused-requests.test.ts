import { expect, test } from 'vitest'
import { isRefused, RefusedRequestLimit } from './refused-requests.ts'

const from = (address: string, user: string | null = null) => ({ address, user })

test.each([
  [200, false],
  [302, false],
  [401, true],
  [403, true],
  [404, false],
  [421, true],
  [429, true],
  [500, false],
])('%d is a refusal of the sender: %s', (status, refused) => {
  expect(isRefused({ status })).toBe(refused)
})

test('ten lines a minute of one sender are written, and the next one counts what was omitted', () => {
  let now = 0
  const limit = new RefusedRequestLimit(() => now)
  const taken = Array.from({ length: 1_000 }, () => limit.take(from('192.0.2.1')))
  expect(taken.filter(each => each !== null)).toEqual(Array.from({ length: 10 }, () => 0))
  expect(limit.take(from('192.0.2.1', 'oidc:1'))).toBe(990)
  expect(limit.take(from('192.0.2.2'))).toBe(0)
  now = 60_000
  expect(limit.take(from('192.0.2.1'))).toBe(0)
})

test('at most 600 lines a minute are written, whatever the number of senders', () => {
  const limit = new RefusedRequestLimit(() => 0)
  const taken = Array.from({ length: 5_000 }, (_, n) => limit.take(from(`10.0.${n >> 8}.${n & 255}`)))
  expect(taken.filter(each => each !== null)).toHaveLength(600)
})

test('the addresses of a network of IPv6 are one sender', () => {
  const limit = new RefusedRequestLimit(() => 0)
  const taken = Array.from({ length: 500 }, (_, n) => limit.take(from(`2001:db8::${n.toString(16)}`)))
  expect(taken.filter(each => each !== null)).toHaveLength(10)
})
