import { expect, test } from 'vitest'
import { insertReason } from '#lib/hap/actions/action.ts'
import { ANNOTATIONS } from '#lib/hap/pools/binding.ts'
import type { PreviewView } from '#lib/services/actions/action-preview.ts'
import {
  type ActionForm,
  finalOrder,
  getDisabledReason,
  isSameHold,
  missingChoice,
  plannedOrder,
  toSingleLine,
} from './action-form.ts'

const FORM: ActionForm = {
  reason: ' why\tnot ',
  ticket: ' OPS-1 ',
  until: undefined,
  labels: { dirty: null },
  confirmed: '',
}

const OBJECT = { uid: 'u-1', account: { kind: 'Secret', namespace: 'garden-test', name: 's-1' } } as const

test('an order contains only the input of its action', () => {
  expect(Object.keys(plannedOrder('release', FORM))).toEqual(['reason'])
  expect(plannedOrder('hold', FORM)).toMatchObject({ until: null })
  expect(plannedOrder('repair', FORM)).toMatchObject({ labels: { dirty: null } })
  const now = { ...OBJECT, resourceVersion: '7', annotations: { [ANNOTATIONS.epoch]: '41' } }
  const seenIdentity = { uid: 'u-1', account: 'Secret/garden-test/s-1' }
  const order = { reason: 'because', ticket: 'OPS-1', seenVersion: '7', seenEpoch: 41, seenIdentity }
  const form = { ...FORM, reason: ' because ' }
  expect(finalOrder('release', form, { now, others: [] })).toEqual(order)
  expect(finalOrder('confirm-clean', form, { now, others: [] })).toEqual({ ...order, together: [] })
  const binding = { kind: 'SecretBinding', namespace: 'garden-test', name: 'b' } as const
  const others = [{ binding, now: { ...OBJECT, uid: 'u-2', resourceVersion: '8', annotations: {} } }]
  for (const action of ['confirm-clean', 'undo-dirty'] as const)
    expect(finalOrder(action, form, { now, others })).toEqual({
      ...order,
      together: [{ binding, seenVersion: '8', seenEpoch: 0, seenIdentity: { ...seenIdentity, uid: 'u-2' } }],
    })
})

test('inserts the reason into a preview at its final position', () => {
  const { reason } = plannedOrder('hold', FORM)
  expect(insertReason({ value: reason }, ' pending $& ').value).toBe('pending $&')
  expect(insertReason({ value: reason }, ' ').value).toBe(reason)
  expect(insertReason({ value: 'true' }, 'pending').value).toBe('true')
})

test('replaces line breaks in a pasted reason', () => {
  expect(toSingleLine('first\r\nsecond\tthird')).toBe('first second third')
})

test.each<[string | null, Parameters<typeof missingChoice>[0], Parameters<typeof missingChoice>[1]]>([
  [null, { action: 'release', undecided: [] }, { until: undefined, labels: {} }],
  [null, { action: 'hold', undecided: [] }, { until: null, labels: {} }],
  ['Choose an end for the hold.', { action: 'hold', undecided: [] }, { until: undefined, labels: {} }],
  ['Choose a value for tenantName.', { action: 'repair', undecided: ['tenantName'] }, { until: null, labels: {} }],
  [
    'Choose a value for euAccess and tenantName.',
    { action: 'repair', undecided: ['euAccess', 'tenantName'] },
    { until: null, labels: {} },
  ],
  [null, { action: 'repair', undecided: ['euAccess'] }, { until: null, labels: { euAccess: null } }],
])('%s', (missing, offer, form) => {
  expect(missingChoice(offer, form)).toBe(missing)
})

const END = '2026-11-21T10:00:00Z'
const HOLD = { reason: 'quota', until: END }

test.each([
  [true, HOLD, { reason: ' quota ', until: '2026-11-21T10:00:00.000Z' }],
  [true, { ...HOLD, until: null }, { reason: 'quota', until: null }],
  [false, HOLD, { reason: 'quota, still', until: END }],
  [false, HOLD, { reason: 'quota', until: null }],
  [false, { ...HOLD, until: null }, { reason: 'quota', until: END }],
  [false, { ...HOLD, until: null }, { reason: 'quota', until: undefined }],
  [false, null, { reason: '', until: null }],
])('returns %j for the hold %j and the form %j', (same, hold, form) => {
  expect(isSameHold(hold, form)).toBe(same)
})

const COMPLETE_FORM: ActionForm = { reason: 'because', ticket: '', until: null, labels: {}, confirmed: 'aws-1' }
const PREVIEW: PreviewView = {
  status: 'planned',
  others: [],
  now: { ...OBJECT, resourceVersion: '1', labels: {}, annotations: {} },
  diff: [],
  consequence: [],
  danger: 'The contents of the account may be deleted.',
  typeToConfirm: true,
  clusters: [],
  objection: null,
}
const READY = {
  name: 'aws-1',
  form: COMPLETE_FORM,
  preview: PREVIEW,
  checking: false,
  writing: false,
  listed: null,
  changed: false,
  same: false,
  proposed: null,
}

test.each<
  [
    string | null,
    (
      | Partial<Omit<typeof READY, 'proposed' | 'listed'>>
      | { readonly proposed: string }
      | { readonly preview: PreviewView | null }
      | { readonly writing: boolean; readonly listed: number }
    ),
  ]
>([
  [null, {}],
  ['Applying the change…', { writing: true }],
  ['Checking 3,012 shoots for clusters on this account…', { writing: true, listed: 3_012 }],
  ['Checking the change.', { checking: true }],
  ['Checking the change.', { preview: null }],
  ['It is on hold.', { preview: { status: 'refused', now: null, reason: 'It is on hold.' } }],
  ['Review the change first.', { changed: true }],
  ['Review the change first.', { changed: true, same: true }],
  ['Nothing has been changed.', { same: true }],
  ['Not allowed.', { preview: { ...PREVIEW, objection: 'Not allowed.' } }],
  ['Ada has proposed this.', { proposed: 'Ada has proposed this.', form: { ...COMPLETE_FORM, reason: '' } }],
  ['A reason is required.', { form: { ...COMPLETE_FORM, reason: '  ' } }],
  ['Enter the name of the binding to confirm.', { form: { ...COMPLETE_FORM, confirmed: 'aws-2' } }],
])('%s', (obstacle, situation) => {
  expect(getDisabledReason({ ...READY, ...situation })).toBe(obstacle)
})
