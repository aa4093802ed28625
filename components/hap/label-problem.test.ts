import { expect, test } from 'vitest'
import { labelValueProblem } from './label-problem.ts'

test.each(['', '  ', 'cf-eu11', ' cf-eu11 ', 'a.b_c-1', 'x'.repeat(63)])('accepts the label value %j', text => {
  expect(labelValueProblem(text)).toBeUndefined()
})

test.each([
  ['x'.repeat(64), '64 characters; a label value has at most 63.'],
  ['x,shared=true', /^Not a label value/],
  ['münchen', /^Not a label value/],
  ['-a', /^Not a label value/],
  ['<script>', /^Not a label value/],
])('describes the problem of %j', (text, words) => {
  expect(labelValueProblem(text)).toMatch(words)
})
