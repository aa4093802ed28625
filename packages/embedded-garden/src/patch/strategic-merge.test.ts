import { describe, expect, test } from 'vitest'
import type { JsonObject } from '#embedded-garden/json.ts'
import { shapeOf } from '#embedded-garden/schema/documents.ts'
import { PatchError } from './json-patch.ts'
import { DirectiveError, strategicMerge } from './strategic-merge.ts'

const ACCOUNT = shapeOf('core-v1', 'io.k8s.api.core.v1.ServiceAccount')
const account: JsonObject = {
  metadata: { labels: { a: '1', b: '2' }, finalizers: ['x.y/1', 'x.y/2'] },
  secrets: [{ name: 's1', namespace: 'n' }, { name: 's2' }],
}

const CASES: readonly [name: string, patch: JsonObject, result: JsonObject][] = [
  [
    'merges maps and removes by null',
    { metadata: { labels: { a: null, c: '3' } } },
    { ...account, metadata: { labels: { b: '2', c: '3' }, finalizers: ['x.y/1', 'x.y/2'] } },
  ],
  [
    'merges lists by their key',
    { secrets: [{ name: 's2', uid: 'u' }, { name: 's3' }] },
    { ...account, secrets: [{ name: 's1', namespace: 'n' }, { name: 's2', uid: 'u' }, { name: 's3' }] },
  ],
  [
    'deletes list items by directive',
    { secrets: [{ name: 's1', $patch: 'delete' }] },
    { ...account, secrets: [{ name: 's2' }] },
  ],
  [
    'replaces a list by directive',
    { secrets: [{ name: 's9' }, { $patch: 'replace' }] },
    { ...account, secrets: [{ name: 's9' }] },
  ],
  [
    'adds to sets of plain values',
    { metadata: { finalizers: ['x.y/3', 'x.y/1'] } },
    { ...account, metadata: { labels: { a: '1', b: '2' }, finalizers: ['x.y/3', 'x.y/1', 'x.y/2'] } },
  ],
  [
    'takes out of sets of plain values',
    { metadata: { '$deleteFromPrimitiveList/finalizers': ['x.y/1'] } },
    { ...account, metadata: { labels: { a: '1', b: '2' }, finalizers: ['x.y/2'] } },
  ],
  [
    'puts items in order',
    { '$setElementOrder/secrets': [{ name: 's2' }, { name: 's1' }] },
    { ...account, secrets: [{ name: 's2' }, { name: 's1', namespace: 'n' }] },
  ],
  [
    'replaces a map by directive',
    { metadata: { labels: { $patch: 'replace', z: '1' } } },
    { ...account, metadata: { labels: { z: '1' }, finalizers: ['x.y/1', 'x.y/2'] } },
  ],
  [
    'empties a map by directive',
    { metadata: { labels: { $patch: 'delete' } } },
    { ...account, metadata: { labels: {}, finalizers: ['x.y/1', 'x.y/2'] } },
  ],
  [
    'keeps only what it retains',
    { metadata: { $retainKeys: ['labels'] } },
    { ...account, metadata: { labels: { a: '1', b: '2' } } },
  ],
]

describe('a strategic merge patch', () => {
  test.each(CASES)('%s', (_, patch, result) => {
    expect(strategicMerge(account, patch, ACCOUNT)).toEqual(result)
  })

  test('refuses a list item without the key of the list', () => {
    expect(() => strategicMerge(account, { secrets: [{ uid: 'u' }] }, ACCOUNT)).toThrow(PatchError)
  })

  test('refuses a directive it does not know', () => {
    expect(() => strategicMerge(account, { $patch: 'explode' }, ACCOUNT)).toThrow(DirectiveError)
  })

  test('leaves its target alone', () => {
    const before = structuredClone(account)
    for (const [, patch] of CASES) strategicMerge(account, patch, ACCOUNT)
    expect(account).toEqual(before)
  })
})
