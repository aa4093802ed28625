import { expect, test } from 'vitest'
import { Places } from './places.ts'

test('each person has so many places, and gets them again once they are given back', () => {
  const places = new Places(2)
  const first = places.take('a')
  expect(places.take('a')).not.toBeNull()
  expect(places.take('a')).toBeNull()
  expect(places.take('b')).not.toBeNull()
  first?.()
  expect(places.take('a')).not.toBeNull()
  expect(places.take('a')).toBeNull()
})
