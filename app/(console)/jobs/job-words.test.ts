import { expect, test } from 'vitest'
import { TARGET_STATUSES } from '#lib/hap/actions/target-status.ts'
import { againTargets, jobStatusWord, jobTitle, OUTCOME_WORDS, progressWords, triedTargets } from './job-words.ts'
import { outcomeParameter } from './outcome-parameter.ts'

const counts = { pending: 1, running: 2, done: 4, refused: 8, failed: 16, unknown: 32, cancelled: 64 }
const atWork = { status: 'running', cancelRequested: false, waitsFor: null } as const

test('a title names the action and how many', () => {
  expect(jobTitle({ action: 'hold', total: 1 })).toBe('Hold: 1 binding')
  expect(jobTitle({ action: 'release', total: 1_200 })).toBe('Release: 1,200 bindings')
})

test.each([
  [{ ...atWork, status: 'queued' }, 'Waiting'],
  [atWork, 'Running'],
  [{ ...atWork, waitsFor: 'Gardener does not answer.' }, 'Stalled'],
  [{ ...atWork, waitsFor: 'Gardener does not answer.', cancelRequested: true }, 'Cancelling'],
  [{ ...atWork, status: 'cancelled', cancelRequested: true }, 'Cancelled'],
  // Everything was done before the wish was heard.
  [{ ...atWork, status: 'done', cancelRequested: true }, 'Done'],
] as const)('%j is %s', (job, word) => {
  expect(jobStatusWord(job)).toBe(word)
})

test('what is tried, and what can be tried again: whatever was not done, and what nobody knows of', () => {
  expect(triedTargets({ total: 127, counts })).toBe(4 + 8 + 16 + 32)
  expect(againTargets({ counts })).toBe(8 + 16 + 32 + 64)
})

test('what was cancelled counts as no progress', () => {
  expect(progressWords({ total: 127, counts })).toBe('4 of 127 done, 64 cancelled')
  expect(progressWords({ total: 63, counts: { ...counts, cancelled: 0 } })).toBe('60 of 63')
})

test('every outcome has words, and an address asks for those there are', () => {
  expect(Object.keys(OUTCOME_WORDS).sort()).toEqual([...TARGET_STATUSES].sort())
  expect(outcomeParameter('failed,nonsense,refused')).toBe('refused,failed')
  expect(outcomeParameter('')).toBe('')
})
