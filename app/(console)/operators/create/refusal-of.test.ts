import { expect, test } from 'vitest'
import { refusalOf, wordsAbove } from './refusal-of.ts'

const SELECTOR = { field: 'spec.subscriptionSelector', message: 'a second global account is named' }
const REASON = { field: 'reason', message: 'a reason is required' }

test.each([
  ['said at its field is not said above', { problems: [SELECTOR] }, null, [SELECTOR]],
  ['said nowhere else is', { problems: [SELECTOR, REASON] }, 'reason: a reason is required.', [SELECTOR]],
  ['not about fields is the reason of the answer', null, 'Not now.', []],
])('what is %s', (_words, data, words, problems) => {
  expect(refusalOf({ reason: 'Not now.', data })).toEqual({ words, problems })
})

test.each([
  ['what its field says is not said above', [SELECTOR], ''],
  ['what no field says any more is', [], 'spec.subscriptionSelector: a second global account is named.'],
])('%s', (_words, shown, words) => {
  expect(wordsAbove({ words: null, problems: [SELECTOR] }, shown)).toBe(words)
})
