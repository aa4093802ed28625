import { expect, test } from 'vitest'
import { isAddress } from './callback-cookie.ts'

test.each([
  ['/', true],
  ['/shoots?q=a', true],
  ['http://127.0.0.1:3000/pools', true],
  ['https://console.example.com', true],
  ['', false],
  ['x', false],
  ['a b', false],
  ['javascript:alert(1)', false],
  ['http://x:99999', false],
  ['http://127.0.0.1:4131.evil.com/', false],
])('%j is an address: %s', (place, expected) => expect(isAddress(place)).toBe(expected))
