import { expect, test } from 'vitest'
import { matchedNumber, matchedVersion, matchIfGiven, taggedResponse, tagOfAll, versioned } from './entity-tag.ts'
import { reply } from './reply.ts'

const request = (headers: Record<string, string>) => new Request('http://console/', { headers })

const TAG = tagOfAll({ a: 1 })

test.each([
  [undefined, 200],
  [tagOfAll({ a: 2 }), 200],
  [TAG, 304],
  [`W/${TAG}`, 304],
  [`"1", ${TAG}`, 304],
])('responds to If-None-Match %j with %s', async (known, status) => {
  const answer = taggedResponse(request(known === undefined ? {} : { 'if-none-match': known }), reply({ a: 1 }))
  expect([answer.status, answer.headers.get('etag')]).toEqual([status, TAG])
  expect(await answer.text()).toBe(status === 200 ? '{"a":1}' : '')
})

test('a versioned reply has its version as ETag', () => {
  const answer = versioned(3, { version: 3, state: 'of this moment' })
  expect([answer.status, answer.headers.etag]).toEqual([200, '"3"'])
  expect(JSON.parse(answer.json)).toEqual({ version: 3, state: 'of this moment' })
})

test('parses the version in If-Match', () => {
  expect(matchedVersion(request({ 'if-match': '"8812"' }))).toBe('8812')
  expect(matchedNumber(request({ 'if-match': ' "0" ' }))).toBe(0)
  expect(matchedNumber(request({ 'if-match': 'W/"0"' }))).toBe(0)
})

test.each([
  [undefined, 428],
  ['', 400],
  ['*', 400],
  ['3', 400],
  ['"1", "2"', 400],
  ['"x"', 400],
  ['"-1"', 400],
  ['"12345678901"', 400],
])('If-Match %j is refused', (given, status) => {
  const asked = request(given === undefined ? {} : { 'if-match': given })
  expect(() => matchedNumber(asked)).toThrow(expect.objectContaining({ status }))
})

test.each([
  ['a request without If-Match', {}, undefined],
  ['a request with the current tag', { 'if-match': tagOfAll({ a: 1 }) }, undefined],
  ['a request with another tag', { 'if-match': tagOfAll({ a: 2 }) }, 412],
  ['a request without a valid tag', { 'if-match': 'a' }, 400],
])('an object without a version: %s', async (_, headers: Record<string, string>, status) => {
  const refused = await matchIfGiven(request(headers), async () => tagOfAll({ a: 1 })).catch(error => error.status)
  expect(refused).toBe(status)
})
