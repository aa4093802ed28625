import { expect, test } from 'vitest'
import { describeNextRequests, jobState, jobStateLabel } from './job.ts'

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
  // All targets were done before the cancellation arrived.
  [{ ...atWork, ...allDone, cancelRequested: true }, 'Done'],
  [{ ...atWork, status: 'done' }, 'Nothing done'],
  [{ ...atWork, status: 'done', counts: { done: 1, unknown: 0 } }, 'Not all done'],
  // The outcome is still unknown.
  [{ ...atWork, status: 'done', counts: { done: 0, unknown: 2 } }, 'Not all done'],
] as const)('%j is %s', (job, word) => {
  expect(jobStateLabel(jobState(job))).toBe(word)
})

test.each([
  [1, 0, 'The next request of 1 global account for pool aws will wait: the pool will have no usable account.'],
  [1, 1, "The next request of 1 global account for pool aws will claim the pool's only usable account."],
  [1, 22, "The next request of 1 global account for pool aws will claim one of the pool's 22 usable accounts."],
  [12, 0, 'The next requests of 12 global accounts for pool aws will wait: the pool will have no usable account.'],
  [
    12,
    3,
    'The next requests of 12 global accounts for pool aws will claim usable accounts: the pool will have only 3.',
  ],
  [12, 22, 'The next requests of 12 global accounts for pool aws will claim usable accounts: the pool will have 22.'],
])('%i global accounts, %i usable accounts', (tenants, free, words) => {
  expect(describeNextRequests({ pool: 'aws', tenants, free })).toBe(words)
})
