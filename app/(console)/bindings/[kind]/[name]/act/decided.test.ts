import { expect, test } from 'vitest'
import { changesSince, type Decided, decidedOn } from './decided.ts'

const seen = (labels: Record<string, string>) => ({ resourceVersion: '1', labels, annotations: {} })
const other = (name: string, labels: Record<string, string> = { dirty: 'true' }) => ({
  binding: { kind: 'SecretBinding', namespace: 'garden', name } as const,
  now: seen(labels),
})

const BEFORE: Decided = { own: seen({ dirty: 'true' }), others: [other('b')] }

test.each<[string, Partial<Decided>, readonly object[]]>([
  ['nothing', {}, []],
  [
    'the binding of the page',
    { own: seen({ dirty: 'true', note: 'x' }) },
    [{ other: null, lines: [{ change: 'added', key: 'note' }], words: null }],
  ],
  [
    'the other binding',
    { others: [other('b', { dirty: 'true', tenantName: 'ga-1' })] },
    [{ other: { name: 'b' }, lines: [{ change: 'added', key: 'tenantName', value: 'ga-1' }], words: null }],
  ],
  [
    'one more',
    { others: [other('b'), other('c')] },
    [{ other: { name: 'c' }, lines: [], words: 'c refers to the same account and is dirty too now.' }],
  ],
  [
    'one less',
    { others: [] },
    [{ other: { name: 'b' }, words: 'b is no longer a dirty binding of this account, so nothing is done to it.' }],
  ],
  ['a look that tells nothing of others', { others: null }, []],
])('%s changed', (_, part, changes) => {
  expect(changesSince(BEFORE, { ...BEFORE, ...part })).toMatchObject(changes)
  expect(changesSince(BEFORE, { ...BEFORE, ...part })).toHaveLength(changes.length)
})

test('of others nobody looked at before nothing has changed', () => {
  expect(changesSince({ ...BEFORE, others: null }, BEFORE)).toEqual([])
})

test('a preview tells what is decided on', () => {
  const { own: now } = BEFORE
  expect(decidedOn({ status: 'refused', now, reason: 'x' })).toEqual({ own: now, others: null })
  expect(decidedOn({ status: 'unsaid', reason: 'x' })).toBeNull()
  expect(decidedOn({ status: 'refused', now: null, reason: 'x' })).toBeNull()
})
