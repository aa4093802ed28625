import { expect, test } from 'vitest'
import { listConcurrentChanges, type ReviewedBindings, reviewedOf } from './changed-notice.tsx'

const ACCOUNT = { kind: 'Secret', namespace: 'garden', name: 's-1' } as const
const OBJECT = { uid: 'u-1', account: ACCOUNT }
const REPLACED = { uid: 'u-2', account: { ...ACCOUNT, name: 's-2' } }
const seen = (labels: Record<string, string>) => ({ ...OBJECT, resourceVersion: '1', labels, annotations: {} })
const other = (name: string, labels: Record<string, string> = { dirty: 'true' }) => ({
  binding: { kind: 'SecretBinding', namespace: 'garden', name } as const,
  now: seen(labels),
})

const BEFORE: ReviewedBindings = { own: seen({ dirty: 'true' }), others: [other('b')] }

test.each<[string, Partial<ReviewedBindings>, readonly object[]]>([
  ['nothing', {}, []],
  [
    'the binding of the page',
    { own: seen({ dirty: 'true', note: 'x' }) },
    [{ other: null, lines: [{ change: 'added', key: 'note' }], message: null }],
  ],
  [
    'the other binding',
    { others: [other('b', { dirty: 'true', tenantName: 'ga-1' })] },
    [{ other: { name: 'b' }, lines: [{ change: 'added', key: 'tenantName', value: 'ga-1' }], message: null }],
  ],
  [
    'one more',
    { others: [other('b'), other('c')] },
    [{ other: { name: 'c' }, lines: [], message: 'c refers to the same account and is now dirty too.' }],
  ],
  [
    'one less',
    { others: [] },
    [{ other: { name: 'b' }, message: 'b is no longer a dirty binding of this account and will not be changed.' }],
  ],
  [
    'the account of the binding with the same labels',
    { own: { ...seen({ dirty: 'true' }), ...REPLACED } },
    [
      {
        other: null,
        span: null,
        lines: [],
        message: 'The binding now refers to another account: Secret garden/s-2 instead of Secret garden/s-1.',
      },
    ],
  ],
  [
    'the object and its labels',
    { own: { ...seen({}), uid: 'u-2' } },
    [
      {
        span: null,
        lines: [{ change: 'removed', key: 'dirty' }],
        message: 'The binding was recreated: it is another object that refers to the same account.',
      },
    ],
  ],
  [
    'the object of the other binding',
    { others: [{ ...other('b'), now: { ...seen({ dirty: 'true' }), uid: 'u-2' } }] },
    [
      {
        other: { name: 'b' },
        lines: [],
        message: 'b was recreated: it is another object that refers to the same account.',
      },
    ],
  ],
  ['a preview without other bindings', { others: null }, []],
])('%s changed', (_, part, changes) => {
  expect(listConcurrentChanges(BEFORE, { ...BEFORE, ...part })).toMatchObject(changes)
  expect(listConcurrentChanges(BEFORE, { ...BEFORE, ...part })).toHaveLength(changes.length)
})

test('ignores other bindings that were not reviewed before', () => {
  expect(listConcurrentChanges({ ...BEFORE, others: null }, BEFORE)).toEqual([])
})

test('returns the reviewed bindings of a preview', () => {
  const { own: now } = BEFORE
  expect(reviewedOf({ status: 'refused', now, reason: 'x' })).toEqual({ own: now, others: null })
  expect(reviewedOf({ status: 'incomplete', reason: 'x' })).toBeNull()
  expect(reviewedOf({ status: 'refused', now: null, reason: 'x' })).toBeNull()
})
