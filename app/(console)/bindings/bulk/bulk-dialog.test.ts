import { expect, test } from 'vitest'
import { getDisabledReason } from './bulk-dialog.tsx'

const READY = {
  targets: 1_200,
  checking: false,
  starting: false,
  changed: false,
  reason: 'because',
  until: null,
  typed: '1200',
  confirm: true,
  at: Date.parse('2026-11-26T12:00:00Z'),
}

test.each<[string | null, Partial<Parameters<typeof getDisabledReason>[0]>]>([
  [null, {}],
  [null, { typed: ' 1,200 ' }],
  [null, { typed: '', confirm: false }],
  ['Starting the job.', { starting: true }],
  ['Checking the selection.', { targets: null }],
  ['Checking the selection.', { checking: true }],
  ['None of the selected bindings allows this action.', { targets: 0 }],
  ['Review the changes first.', { changed: true }],
  ['Choose an end for the hold.', { until: undefined }],
  [null, { until: '2026-11-26T12:01:00.000Z' }],
  ['The end of the hold is not in the future.', { until: '2026-11-26T12:00:00.000Z', targets: 0 }],
  ['A reason is required.', { reason: ' ' }],
  ['Enter 1,200, the number of bindings, to confirm.', { typed: '1201' }],
  ['Enter 1,200, the number of bindings, to confirm.', { typed: '' }],
])('%s', (obstacle, situation) => {
  expect(getDisabledReason({ ...READY, ...situation })).toBe(obstacle)
})
