import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isObject, type Json, type JsonObject } from '#embedded-garden/json.ts'
import { mergePatch } from './merge-patch.ts'

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

  test('leads from any object to any other when it names what is to go', () => {
    fc.assert(
      fc.property(tree, tree, (from, to) => {
        expect(mergePatch(from, difference(from, to))).toEqual(to)
      }),
    )
  })

  test('makes no difference the second time', () => {
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
