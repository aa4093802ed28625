import { expect, test } from 'vitest'
import { requestIdOf } from './sender.ts'

const request = (headers: Record<string, string> = {}) => new Request('http://console/api/v1/claims', { headers })

test('keeps a given request id up to a maximum length', () => {
  expect(requestIdOf(request({ 'x-request-id': 'r-1' }))).toBe('r-1')
  expect(requestIdOf(request({ 'x-request-id': 'r'.repeat(200) }))).toBe('r'.repeat(100))
})

test('creates one id for a request without one', () => {
  const one = request()
  expect(requestIdOf(one)).toMatch(/^[\da-f-]{36}$/)
  expect(requestIdOf(one)).toBe(requestIdOf(one))
  expect(requestIdOf(one)).not.toBe(requestIdOf(request({ 'x-request-id': '' })))
})

test.each(['Job/SekefKt-ypNxjbw9igM634/0', 'Approval/4b1d'])(
  '%s is reserved for work of the console and replaced',
  id => {
    expect(requestIdOf(request({ 'x-request-id': id }))).toMatch(/^[\da-f-]{36}$/)
  },
)
