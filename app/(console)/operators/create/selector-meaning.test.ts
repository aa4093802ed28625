import { expect, test } from 'vitest'
import { selectorMeaning } from './selector-meaning.ts'

test.each([
  ['private', 'An account of global account private.'],
  [' shared ', 'A shared account.'],
  ['globalaccount:ga-1 || shared', 'An account of global account ga-1, or else a shared account.'],
  ['', null],
  ['a || b', null],
])('%j means %j', (text, meaning) => {
  expect(selectorMeaning(text)).toBe(meaning)
})
