import { expect, test } from 'vitest'
import type { GardenClient } from '#lib/garden/client/client.ts'
import { GardenError } from '#lib/garden/client/garden-error.ts'
import { requestToken } from './issue.ts'

const NOW = Date.UTC(2026, 5, 1)
const HOUR = 3_600_000
const ORDER = { account: 'hap-a', anchor: { name: 'hap-a-1', uid: 'u' }, seconds: 3_600 }

const time = (at: number) => new Date(at).toISOString()

function ordersOf(answer: object) {
  const client = { request: async () => answer } as unknown as GardenClient
  const target = { server: 'https://c', certificateAuthority: null, client, close: () => undefined }
  return requestToken(target, ORDER, NOW, new AbortController().signal)
}

function answered(created: number, expires: number, token: unknown = 'a.b-c_d') {
  return ordersOf({
    metadata: { creationTimestamp: time(created) },
    status: { token, expirationTimestamp: time(expires) },
  })
}

test.each([
  ['right', 0],
  ['a day behind', -24 * HOUR],
  ['a day ahead', 24 * HOUR],
  ['in another age', 253 * 24 * HOUR * 365],
])('a token expires in an hour by a server clock that is %s', async (_, skew) => {
  const { token, ends } = await answered(NOW + skew, NOW + skew + HOUR)
  expect(token.reveal()).toBe('a.b-c_d')
  expect(ends).toBe(NOW + HOUR)
})

test('a server may grant less than requested', async () => {
  expect((await answered(NOW, NOW + HOUR / 2)).ends).toBe(NOW + HOUR / 2)
})

test.each([
  ['expires immediately', () => answered(NOW, NOW + 1)],
  ['ended before it began', () => answered(NOW + HOUR, NOW)],
  [
    'ends after all calendars',
    () => ordersOf({ status: { token: 'a', expirationTimestamp: '+275760-09-13T00:00:00Z' } }),
  ],
  ['has no end', () => ordersOf({ status: { token: 'a' } })],
  ['is no text', () => answered(NOW, NOW + HOUR, { a: 1 })],
  ['would be two lines of a header', () => answered(NOW, NOW + HOUR, 'a\r\nb')],
  ['is longer than any', () => answered(NOW, NOW + HOUR, 'a'.repeat(100_000))],
])('a token that %s is refused', async (_, ask) => {
  const error = await ask().catch((cause: unknown) => cause)
  expect(error).toBeInstanceOf(GardenError)
  expect(error).toMatchObject({ kind: 'unexpected' })
})
