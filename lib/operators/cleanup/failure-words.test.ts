import { expect, test } from 'vitest'
import { failureAdvice } from '#lib/queries/operators/cleaning/failure-advice.ts'
import { FAILURE_WORDS } from './failure-words.ts'

const { unexpected, ...known } = FAILURE_WORDS

test.each(Object.entries(known))('the board knows what helps when the failure is %s', (_, because) => {
  expect(failureAdvice(`Could not sign in to Azure: ${because}.`, false)).not.toMatch(/into the log/)
})

test('what nobody foresaw leads into the log', () => {
  expect(failureAdvice(`Could not sign in to Azure: ${unexpected}.`, false)).toMatch(/into the log/)
})
