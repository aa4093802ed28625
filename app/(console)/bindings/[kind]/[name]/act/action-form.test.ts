import { expect, test } from 'vitest'
import { ANNOTATIONS } from '#lib/hap/pools/annotations.ts'
import { type ActionForm, finalOrder, oneLine, plannedOrder, withReason } from './action-form.ts'

const FORM: ActionForm = {
  reason: ' why\tnot ',
  ticket: ' OPS-1 ',
  until: undefined,
  labels: { dirty: null },
  confirmed: '',
}

test('an order carries only what its action takes', () => {
  expect(Object.keys(plannedOrder('release', FORM))).toEqual(['reason'])
  expect(plannedOrder('hold', FORM)).toMatchObject({ until: null })
  expect(plannedOrder('repair', FORM)).toMatchObject({ labels: { dirty: null } })
  const seen = { resourceVersion: '7', annotations: { [ANNOTATIONS.epoch]: '41' } }
  expect(finalOrder('release', { ...FORM, reason: ' because ' }, seen)).toEqual({
    reason: 'because',
    ticket: 'OPS-1',
    seenVersion: '7',
    seenEpoch: 41,
  })
})

test('a preview shows the reason where it will stand', () => {
  const { reason } = plannedOrder('hold', FORM)
  expect(withReason({ value: reason }, ' pending $& ').value).toBe('pending $&')
  expect(withReason({ value: reason }, ' ').value).toBe(reason)
  expect(withReason({ value: 'true' }, 'pending').value).toBe('true')
})

test('a pasted reason becomes one line', () => {
  expect(oneLine('first\r\nsecond\tthird')).toBe('first second third')
})
