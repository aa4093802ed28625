import { expect, test } from 'vitest'
import { requestIdOf } from './sender.ts'

const request = (headers: Record<string, string> = {}) => new Request('http://console/api/v1/claims', { headers })

test('a request keeps the id it was given, up to a length', () => {
  expect(requestIdOf(request({ 'x-request-id': 'r-1' }))).toBe('r-1')
  expect(requestIdOf(request({ 'x-request-id': 'r'.repeat(200) }))).toBe('r'.repeat(100))
})

test('one without has an id of its own, the same each time', () => {
  const one = request()
  expect(requestIdOf(one)).toMatch(/^[\da-f-]{36}$/)
  expect(requestIdOf(one)).toBe(requestIdOf(one))
  expect(requestIdOf(one)).not.toBe(requestIdOf(request({ 'x-request-id': '' })))
})

test.each(['Job/SekefKt-ypNxjbw9igM634/0', 'Approval/4b1d'])(
  '%s names work of the console, so that no caller gives it',
  id => {
    expect(requestIdOf(request({ 'x-request-id': id }))).toMatch(/^[\da-f-]{36}$/)
  },
)
