import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonProblem } from './json-problem.ts'

test.each([
  ['', 'The body is empty, and must be JSON.'],
  [' \n', 'The body is empty, and must be JSON.'],
  ['plan=aws', 'The body is not JSON: look at line 1, column 1.'],
  ['{', 'The body is not JSON: it ends too early.'],
  ['{"plan": "aws"', 'The body is not JSON: it ends too early.'],
  ['{"plan": "aws",}', 'The body is not JSON: look at line 1, column 16.'],
  ['{plan: "aws"}', 'The body is not JSON: look at line 1, column 2.'],
  ["{'plan': 1}", 'The body is not JSON: look at line 1, column 2.'],
  ['{\n  "plan": "aws",\n  "shared": tru\n}', 'The body is not JSON: look at line 3, column 13.'],
  ['{"plan": "aws}', 'The body is not JSON: look at line 1, column 10.'],
  ['{"plan" "aws"}', 'The body is not JSON: look at line 1, column 9.'],
  ['{"a": 1]', 'The body is not JSON: look at line 1, column 8.'],
  ['{}}', 'The body is not JSON: look at line 1, column 3.'],
  ['[1 2]', 'The body is not JSON: look at line 1, column 4.'],
  ['[01]', 'The body is not JSON: look at line 1, column 3.'],
  ['{"a": 1,\n\n "b": NaN}', 'The body is not JSON: look at line 3, column 7.'],
])('%j', (text, problem) => {
  expect(jsonProblem(text)).toBe(problem)
})

const isJson = (text: string) => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('nothing is wrong with JSON, and something with whatever is none', () => {
  const pieces = fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '"', '\\', '1', '-', '.', 'e', 'true', 'nul', ' ')
  const texts = fc.oneof(
    fc.json(),
    fc.array(pieces, { maxLength: 8 }).map(each => each.join('')),
  )
  fc.assert(
    fc.property(texts, text => (jsonProblem(text) === null) === isJson(text)),
    { numRuns: 1_000 },
  )
})

test('many lists within each other are no problem', () => {
  expect(jsonProblem('['.repeat(50_000) + ']'.repeat(50_000))).toBeNull()
})
