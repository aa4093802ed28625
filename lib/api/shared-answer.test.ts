import { expect, test } from 'vitest'
import { SharedAnswers } from './shared-answer.ts'

/** Answers that contain the number of the computation they came from. */
function counted() {
  const clock = { now: 0 }
  const answers = new SharedAnswers(() => clock.now)
  let made = 0
  const ask = (seen: number, version: number, { question = 'q', rules = 1, other = null as unknown } = {}) => {
    const basis = { moment: { version, rules }, other }
    return Number(answers.get(question, { version: seen, rules: 1 }, basis, () => ++made))
  }
  return { clock, ask }
}

test('a page gets the answer of another page unless it has seen a newer version', () => {
  const { ask } = counted()
  expect(ask(5, 5)).toBe(1)
  expect(ask(5, 7)).toBe(1)
  expect(ask(6, 7)).toBe(2)
  expect(ask(5, 7)).toBe(2)
})

test.each([
  ['another question', { question: 'r' }],
  ['other rules', { rules: 2 }],
  ['something else it depends on', { other: {} }],
])('%s gets its own answer', (_, difference) => {
  const { ask } = counted()
  expect(ask(5, 5)).toBe(1)
  expect(ask(5, 5, difference)).toBe(2)
})

test('an answer expires after a second, or when it predates the version of another process', () => {
  const { clock, ask } = counted()
  expect(ask(5, 5)).toBe(1)
  clock.now = 999
  expect(ask(5, 5)).toBe(1)
  expect(ask(-1, 5)).toBe(2)
  clock.now = 1_999
  expect(ask(5, 5)).toBe(3)
})

test('a failed computation is retried', () => {
  const answers = new SharedAnswers(() => 0)
  const moment = { version: 1, rules: 1 }
  const get = (make: () => unknown) => answers.get('q', moment, { moment, other: null }, make)
  expect(() =>
    get(() => {
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(get(() => ({ made: true }))).toBe('{"made":true}')
})
