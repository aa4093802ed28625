import { expect, test } from 'vitest'
import { getNextIndex, selectedIndex } from './palette-box.tsx'

test.each([
  ['ArrowDown', 0, 3, 1],
  ['ArrowDown', 2, 3, 0],
  ['ArrowUp', 0, 3, 2],
  ['ArrowUp', 2, 3, 1],
  ['PageDown', 0, 20, 8],
  ['PageDown', 15, 20, 19],
  ['PageUp', 3, 20, 0],
  ['ArrowDown', -1, 3, 0],
  ['ArrowUp', -1, 3, 2],
  ['PageDown', -1, 20, 7],
  ['PageUp', -1, 20, 0],
  ['ArrowDown', 0, 0, null],
  ['Home', 2, 3, null],
  ['a', 2, 3, null],
])('%s at %d of %d', (key, place, count, next) => {
  expect(getNextIndex(key, place, count)).toBe(next)
})

test.each([
  ['nothing while nothing was typed', null, '', -1],
  ['nothing for blanks', null, '  ', -1],
  ['the first that fits what was typed', null, 'exp', 0],
  ['what was chosen', 'pools', '', 1],
  ['what was chosen among what fits', 'pools', 'p', 1],
  ['the first again where what was chosen is gone', 'gone', 'p', 0],
  ['nothing again where what was chosen is gone', 'gone', '', -1],
])('Enter selects %s', (_, chosen, text, place) => {
  expect(selectedIndex(['export', 'pools'], chosen, text)).toBe(place)
})
