import { describe, expect, test } from 'vitest'
import type { JsonObject } from '#embedded-garden/json.ts'
import { jsonPatch, PatchError } from './json-patch.ts'

const target: JsonObject = { a: { b: 1 }, list: [1, 2, 3], 'x/y': 'slash', 'x~y': 'tilde', nothing: null }

const APPLIED: readonly [name: string, operations: JsonObject[], result: JsonObject][] = [
  ['adds a member', [{ op: 'add', path: '/c', value: { d: 2 } }], { ...target, c: { d: 2 } }],
  ['adds over an existing value', [{ op: 'add', path: '/a', value: 1 }], { ...target, a: 1 }],
  ['inserts into a list', [{ op: 'add', path: '/list/1', value: 9 }], { ...target, list: [1, 9, 2, 3] }],
  ['appends to a list', [{ op: 'add', path: '/list/-', value: 9 }], { ...target, list: [1, 2, 3, 9] }],
  ['replaces a list item', [{ op: 'replace', path: '/list/0', value: 9 }], { ...target, list: [9, 2, 3] }],
  ['replaces a missing value by adding it', [{ op: 'replace', path: '/new', value: 9 }], { ...target, new: 9 }],
  ['removes a list item', [{ op: 'remove', path: '/list/0' }], { ...target, list: [2, 3] }],
  [
    'reads ~1 as a slash and ~0 as a tilde',
    [
      { op: 'replace', path: '/x~1y', value: 1 },
      { op: 'replace', path: '/x~0y', value: 2 },
    ],
    { ...target, 'x/y': 1, 'x~y': 2 },
  ],
  ['moves', [{ op: 'move', from: '/a/b', path: '/b' }], { ...target, a: {}, b: 1 }],
  ['copies', [{ op: 'copy', from: '/a', path: '/b' }], { ...target, b: { b: 1 } }],
  ['tests a value', [{ op: 'test', path: '/a', value: { b: 1 } }], target],
  ['tests a missing value as null', [{ op: 'test', path: '/missing', value: null }], target],
]

const REFUSED: readonly [name: string, operations: JsonObject[]][] = [
  ['a failed test', [{ op: 'test', path: '/a/b', value: 2 }]],
  ['a removal of nothing', [{ op: 'remove', path: '/missing' }]],
  ['a path through nothing', [{ op: 'add', path: '/missing/x', value: 1 }]],
  ['a path through a number', [{ op: 'add', path: '/a/b/c', value: 1 }]],
  ['an index behind the end', [{ op: 'add', path: '/list/4', value: 1 }]],
  ['an index that is no number', [{ op: 'add', path: '/list/x', value: 1 }]],
  ['an unknown operation', [{ op: 'merge', path: '/a', value: 1 }]],
  ['an operation every object has', [{ op: 'toString', path: '/a' }]],
  ['a path through what every object inherits', [{ op: 'add', path: '/__proto__/polluted', value: 1 }]],
  ['a copy of what every object inherits', [{ op: 'copy', from: '/constructor', path: '/b' }]],
  ['an addition without a value', [{ op: 'add', path: '/a' }]],
  ['a missing path', [{ op: 'add', value: 1 }]],
  ['an empty path', [{ op: 'replace', path: '', value: {} }]],
]

describe('a JSON patch', () => {
  test.each(APPLIED)('%s', (_, operations, result) => {
    expect(jsonPatch(target, operations)).toEqual(result)
  })

  test.each(REFUSED)('refuses %s', (_, operations) => {
    expect(() => jsonPatch(target, operations)).toThrow(PatchError)
  })

  test('does not change its target, also when it fails half-way', () => {
    const before = structuredClone(target)
    expect(() =>
      jsonPatch(target, [
        { op: 'add', path: '/a/z', value: 1 },
        { op: 'remove', path: '/missing' },
      ]),
    ).toThrow(PatchError)
    expect(target).toEqual(before)
  })

  test('a copy does not share with its source', () => {
    expect(
      jsonPatch(target, [
        { op: 'copy', from: '/a', path: '/b' },
        { op: 'add', path: '/b/z', value: 1 },
      ]),
    ).toMatchObject({ a: { b: 1 }, b: { b: 1, z: 1 } })
  })
})
