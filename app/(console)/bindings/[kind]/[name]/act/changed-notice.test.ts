import { expect, test } from 'vitest'
import { listConcurrentChanges, type ReviewedBindings, reviewedOf } from './changed-notice.tsx'

const seen = (labels: Record<string, string>) => ({ resourceVersion: '1', labels, annotations: {} })
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
    [{ other: { name: 'c' }, lines: [], message: 'c refers to the same account and is dirty too now.' }],
  ],
  [
    'one less',
    { others: [] },
    [{ other: { name: 'b' }, message: 'b is no longer a dirty binding of this account, so nothing is done to it.' }],
  ],
  ['a look that tells nothing of others', { others: null }, []],
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
