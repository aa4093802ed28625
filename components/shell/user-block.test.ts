import { expect, test } from 'vitest'
import { getInitials } from './user-block.tsx'

test.each([
  ['Omar Operator', 'OO'],
  ['m.okafor', 'MO'],
  ['admin', 'AD'],
  ['Åsa-Lena Berg', 'ÅL'],
  ['x', 'X'],
  ['', '?'],
])('the initials of %s are %s', (name, initials) => {
  expect(getInitials(name)).toBe(initials)
})
