import { expect, test } from 'vitest'
import { ANNOTATIONS } from '#lib/hap/pools/binding.ts'
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
  const now = { resourceVersion: '7', annotations: { [ANNOTATIONS.epoch]: '41' } }
  const order = { reason: 'because', ticket: 'OPS-1', seenVersion: '7', seenEpoch: 41 }
  const form = { ...FORM, reason: ' because ' }
  expect(finalOrder('release', form, { now, others: [] })).toEqual(order)
  expect(finalOrder('confirm-clean', form, { now, others: [] })).toEqual({ ...order, together: [] })
  const binding = { kind: 'SecretBinding', namespace: 'garden-test', name: 'b' } as const
  const others = [{ binding, now: { resourceVersion: '8', annotations: {} } }]
  for (const action of ['confirm-clean', 'undo-dirty'] as const)
    expect(finalOrder(action, form, { now, others })).toEqual({
      ...order,
      together: [{ binding, seenVersion: '8', seenEpoch: 0 }],
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
