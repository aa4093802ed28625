import { expect, test } from 'vitest'
import { findAdvice } from '#lib/queries/bindings/cleaners.ts'
import { CommonFailures, FAILURE_MESSAGES } from './cleaner-error.ts'

test('a failure is common once five accounts of a provider failed and none succeeded in between', () => {
  const failures = new CommonFailures()
  const note = (account: string, hasFailed = true) => failures.note('aws', account, hasFailed)
  expect(['a', 'a', 'a', 'a', 'a', 'a'].map(account => note(account))).toEqual(Array(6).fill(false))
  expect(['b', 'c', 'd', 'e', 'f'].map(account => note(account))).toEqual([false, false, false, true, true])
  expect(failures.note('gcp', 'g', true)).toBe(false)
  expect(note('h', false)).toBe(false)
  expect(note('a')).toBe(false)
})

const { unexpected, ...known } = FAILURE_MESSAGES

test.each(Object.entries(known))('the board suggests a next step for the failure %s', (_, because) => {
  expect(findAdvice(`Could not sign in to Azure: ${because}.`, false)).not.toMatch(/and the log of/)
})

test('an unknown failure refers to the log', () => {
  expect(findAdvice(`Could not sign in to Azure: ${unexpected}.`, false)).toMatch(/and the log of/)
})
