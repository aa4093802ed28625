import { expect, test } from 'vitest'
import { jobState, jobStateLabel } from './job.ts'

const atWork = {
  status: 'running',
  cancelRequested: false,
  waitsFor: null,
  total: 2,
  counts: { done: 0, unknown: 0 },
} as const
const allDone = { status: 'done', counts: { done: 2, unknown: 0 } } as const

test.each([
  [{ ...atWork, status: 'queued' }, 'Waiting'],
  [atWork, 'Running'],
  [{ ...atWork, waitsFor: 'Gardener does not answer.' }, 'Stalled'],
  [{ ...atWork, waitsFor: 'Gardener does not answer.', cancelRequested: true }, 'Cancelling'],
  [{ ...atWork, status: 'cancelled', cancelRequested: true }, 'Cancelled'],
  [{ ...atWork, ...allDone }, 'Done'],
  // Everything was done before the wish was heard.
  [{ ...atWork, ...allDone, cancelRequested: true }, 'Done'],
  [{ ...atWork, status: 'done' }, 'Nothing done'],
  [{ ...atWork, status: 'done', counts: { done: 1, unknown: 0 } }, 'Not all done'],
  // Nobody knows yet.
  [{ ...atWork, status: 'done', counts: { done: 0, unknown: 2 } }, 'Not all done'],
] as const)('%j is %s', (job, word) => {
  expect(jobStateLabel(jobState(job))).toBe(word)
})
