import { expect, test } from 'vitest'
import { isNewerVersion } from './resource.ts'

test.each([
  ['11', '10', true],
  ['10', '11', false],
  ['10', '10', false],
  ['100', '99', true],
  // Exceeds the exact range of a number.
  ['9007199254740993', '9007199254740992', true],
  ['abc', 'abc', false],
  ['abc', '10', null],
  ['', '10', null],
  ['-1', '10', null],
])('%s is newer than %s: %s', (version, than, newer) => {
  expect(isNewerVersion(version, than)).toBe(newer)
})
