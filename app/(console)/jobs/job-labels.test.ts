import { expect, test } from 'vitest'
import { TARGET_STATUSES } from '#lib/hap/actions/job.ts'
import {
  countAttempted,
  formatJobTitle,
  formatProgress,
  isIncomplete,
  OUTCOME_LABELS,
  parseOutcome,
} from './job-labels.ts'

const counts = { pending: 1, running: 2, done: 4, refused: 8, failed: 16, unknown: 32, cancelled: 64 }
const none = { pending: 0, running: 0, done: 0, refused: 0, failed: 0, unknown: 0, cancelled: 0 }
const atWork = { status: 'running', cancelRequested: false, waitsFor: null, total: 127, counts } as const
const allDone = { total: 2, counts: { ...none, done: 2 } }

test('a title names the action and the number of bindings', () => {
  expect(formatJobTitle({ action: 'hold', total: 1 })).toBe('Hold: 1 binding')
  expect(formatJobTitle({ action: 'release', total: 1_200 })).toBe('Release: 1,200 bindings')
})

test('counts attempted targets, including failed ones', () => {
  expect(countAttempted({ total: 127, counts })).toBe(4 + 8 + 16 + 32)
})

test('only a finished job can be incomplete', () => {
  expect(isIncomplete(atWork)).toBe(false)
  expect(isIncomplete({ ...atWork, status: 'cancelled' })).toBe(false)
  expect(isIncomplete({ ...atWork, status: 'done' })).toBe(true)
  expect(isIncomplete({ ...allDone, status: 'done' })).toBe(false)
})

test('excludes cancelled targets from the progress', () => {
  expect(formatProgress({ status: 'cancelled', total: 127, counts })).toBe('4 of 127 done, 64 cancelled')
  expect(formatProgress({ status: 'running', total: 63, counts: { ...counts, cancelled: 0 } })).toBe('60 of 63')
})

test('shows done instead of attempted targets for a finished job', () => {
  expect(formatProgress({ status: 'done', total: 2, counts: { ...none, failed: 1, refused: 1 } })).toBe('0 of 2 done')
  expect(formatProgress({ status: 'done', ...allDone })).toBe('2 of 2')
})

test('every outcome has a label, and an address selects existing outcomes only', () => {
  expect(Object.keys(OUTCOME_LABELS).sort()).toEqual([...TARGET_STATUSES].sort())
  expect(parseOutcome('failed,nonsense,refused')).toBe('refused,failed')
  expect(parseOutcome('to-retry')).toBe('to-retry')
  expect(parseOutcome('')).toBe('')
})
