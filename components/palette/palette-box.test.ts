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
  ['nothing for an empty text', null, '', -1],
  ['nothing for blanks', null, '  ', -1],
  ['the first match of the text', null, 'exp', 0],
  ['the chosen option', 'pools', '', 1],
  ['the chosen option among the matches', 'pools', 'p', 1],
  ['the first match if the chosen option is gone', 'gone', 'p', 0],
  ['nothing for an empty text if the chosen option is gone', 'gone', '', -1],
])('Enter selects %s', (_, chosen, text, place) => {
  expect(selectedIndex(['export', 'pools'], chosen, text)).toBe(place)
})
