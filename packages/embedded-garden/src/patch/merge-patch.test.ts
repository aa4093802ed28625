import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isObject, type Json, type JsonObject } from '#embedded-garden/json.ts'
import { shapeOf } from '#embedded-garden/schema/documents.ts'
import { PatchError } from './json-patch.ts'
import { DirectiveError, mergePatch, strategicMerge } from './merge-patch.ts'

/** Examples of RFC 7386, appendix A, whose target and patch are objects. */
const EXAMPLES: readonly [target: JsonObject, patch: JsonObject, result: JsonObject][] = [
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
]

const leaf = fc.oneof(fc.integer(), fc.string(), fc.boolean(), fc.array(fc.integer(), { maxLength: 2 }))
const { tree } = fc.letrec<{ tree: JsonObject }>(tie => ({
  tree: fc.dictionary(
    fc.constantFrom('a', 'b', 'c'),
    fc.oneof({ maxDepth: 3 }, leaf, tie('tree')),
  ) as fc.Arbitrary<JsonObject>,
}))

describe('a merge patch', () => {
  test.each(EXAMPLES)('%j patched by %j is %j', (target, patch, result) => {
    expect(mergePatch(target, patch)).toEqual(result)
  })

  test('transforms any object into any other if it names the removed fields', () => {
    fc.assert(
      fc.property(tree, tree, (from, to) => {
        expect(mergePatch(from, difference(from, to))).toEqual(to)
      }),
    )
  })

  test('is idempotent', () => {
    fc.assert(
      fc.property(tree, tree, (target, patch) => {
        const once = mergePatch(target, patch)
        expect(mergePatch(once, patch)).toEqual(once)
      }),
    )
  })
})

/** The merge patch from one object to another. */
function difference(from: JsonObject, to: JsonObject): JsonObject {
  const gone = Object.keys(from)
    .filter(key => !(key in to))
    .map((key): [string, Json] => [key, null])
  const changed = Object.entries(to).map(([key, value]): [string, Json] => {
    const before = from[key]
    return [key, isObject(before) && isObject(value) ? difference(before, value) : (value ?? null)]
  })
  return Object.fromEntries([...gone, ...changed])
}

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
    'keeps only retained keys',
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

  test('refuses an unknown directive', () => {
    expect(() => strategicMerge(account, { $patch: 'explode' }, ACCOUNT)).toThrow(DirectiveError)
  })

  test('does not change its target', () => {
    const before = structuredClone(account)
    for (const [, patch] of CASES) strategicMerge(account, patch, ACCOUNT)
    expect(account).toEqual(before)
  })
})
